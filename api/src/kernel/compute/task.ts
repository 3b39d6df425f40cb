type Work = (input: never) => unknown

/** A function that `module` exports under `name`, so that a worker thread can import it. */
export type ComputeTask<F extends Work = Work> = { module: string; name: string; work: F }

/** `module` is the address of the module that exports the function. */
export const task = <F extends Work>(module: URL, work: F): ComputeTask<F> => ({
  module: module.href,
  name: work.name,
  work,
})

export type TaskCall = { module: string; name: string; input: unknown }
/** A `Problem` as plain data, because classes do not pass between threads. */
export type TaskProblem = {
  status: number
  code: string
  message: string
  more: Record<string, unknown>
  headers: Record<string, string>
}
export type TaskReply = { output: unknown } | { problem: TaskProblem } | { error: Error }
