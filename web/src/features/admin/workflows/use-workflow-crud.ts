import { workflows } from '@reelay/api/contract'
import { useCrud } from '../use-crud.ts'

const ENDPOINTS = {
  create: workflows.createWorkflow,
  change: workflows.changeWorkflow,
  remove: workflows.removeWorkflow,
}

export const useWorkflowCrud = (done: (workflow?: workflows.Workflow) => void) =>
  useCrud(ENDPOINTS, {
    invalidates: ['/workflows', '/assets'],
    toBody: ({ name, definition }) => ({ name, definition }),
    nameOf: ({ name }) => name,
    onDone: done,
  })
