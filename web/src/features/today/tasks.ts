import { nextStepFor, type NextStep, type TaskUser } from '../shared/next-step.ts'
import type { RequestWithRisk } from '../shared/use-add-risks.ts'

export type Task = NextStep & { request: RequestWithRisk }

/**
 * The tasks are in the order of the work requests. An assignment waits for an answer first, because
 * its deadline is before the due date.
 */
export function tasksFor(user: TaskUser, requests: RequestWithRisk[]): Task[] {
  const tasks = requests.flatMap((request): Task[] => {
    const step = nextStepFor(user, request, request.risk)
    return step ? [{ request, ...step }] : []
  })
  const isQuestion = ({ kind }: Task) => Number(kind === 'answer-assignment')
  return tasks.toSorted((one, other) => isQuestion(other) - isQuestion(one))
}
