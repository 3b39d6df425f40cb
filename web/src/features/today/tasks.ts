import type { reports, workrequests } from '@reelay/api/contract'
import { nextStepFor, type NextStep, type TaskUser } from '../shared/next-step.ts'

type WorkRequest = workrequests.WorkRequest
export type Task = NextStep & {
  request: WorkRequest
  risk: reports.RequestAtRisk | undefined
}

/**
 * The tasks are in the order of the work requests. An assignment waits for an answer first, because
 * its deadline is before the due date.
 */
export function tasksFor(
  user: TaskUser,
  requests: WorkRequest[],
  risks: reports.RequestAtRisk[],
): Task[] {
  const byRequest = new Map(risks.map((risk) => [risk.request, risk]))
  const tasks = requests.flatMap((request): Task[] => {
    const risk = byRequest.get(request._id)
    const step = nextStepFor(user, request, risk)
    return step ? [{ request, risk, ...step }] : []
  })
  const isQuestion = ({ kind }: Task) => Number(kind === 'answer-assignment')
  return tasks.toSorted((one, other) => isQuestion(other) - isQuestion(one))
}
