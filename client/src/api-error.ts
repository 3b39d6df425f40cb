import type { workrequests } from '@reelay/api/contract'

export type Fault = { pointer: string; message: string }
/** Something that has to be there before a step can be taken. */
export type Missing = Pick<workrequests.Missing, 'code' | 'message'> & Partial<workrequests.Missing>

/** What the service refused, and why: `code` for programs, `message` for people. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Every fault of what was sent. */
  readonly errors: Fault[]
  /** Everything that stands in the way of a step. */
  readonly missing: Missing[]
  /** The whole problem as it was answered. */
  readonly problem: Record<string, unknown>
  readonly headers: Headers

  constructor(status: number, problem: Record<string, unknown>, headers: Headers) {
    super(typeof problem.detail === 'string' ? problem.detail : `The service answered ${status}`)
    this.name = 'Refusal'
    this.status = status
    this.code = typeof problem.code === 'string' ? problem.code : 'unknown'
    this.errors = (problem.errors as Fault[] | undefined) ?? []
    this.missing = (problem.missing as Missing[] | undefined) ?? []
    this.problem = problem
    this.headers = headers
  }

  static async from(response: Response): Promise<Refusal> {
    const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return new Refusal(response.status, problem, response.headers)
  }
}

/** `isRefusal(error, 'slug.taken')`: whether it was refused, and for this reason. */
export const isRefusal = <const Code extends string = string>(
  error: unknown,
  code?: Code,
): error is Refusal & { code: Code } =>
  error instanceof Refusal && (code === undefined || error.code === code)
