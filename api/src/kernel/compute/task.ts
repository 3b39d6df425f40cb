// A task is a pure function that a worker thread can import.
type Work = (input: never) => unknown

export type Task<F extends Work = Work> = { module: string; name: string; work: F }

/** The exported functions of a module as tasks. `module` is the address of the same module. */
export const tasksOf = <M extends Record<string, Work>>(
  module: URL,
  functions: M,
): { [K in keyof M]: Task<M[K]> } =>
  Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [name, { module: module.href, name, work }]),
  ) as { [K in keyof M]: Task<M[K]> }

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
