import { workflows } from '@reelay/api/contract'
import { useKeeper } from '../use-crud.ts'

const REGISTER = {
  create: workflows.createWorkflow,
  change: workflows.changeWorkflow,
  remove: workflows.removeWorkflow,
}

export const useWorkflowKeeper = (done: (workflow?: workflows.Workflow) => void) =>
  useKeeper(REGISTER, {
    touches: ['/workflows', '/assets'],
    bodyOf: ({ name, definition }) => ({ name, definition }),
    nameOf: ({ name }) => name,
    done,
  })
