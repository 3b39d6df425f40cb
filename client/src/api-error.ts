import type { workrequests } from '@reelay/api/contract'

/** An invalid field of the request; `pointer` is a JSON pointer. */
export type FieldError = { pointer: string; message: string }
/** Something that must exist before a work request can move on. */
export type MissingRequirement = Pick<workrequests.MissingItem, 'code' | 'message'> &
  Partial<workrequests.MissingItem>

/** An error response of the service: `code` is for programs, `message` for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Every invalid field of the request. */
  readonly errors: FieldError[]
  /** Everything that is missing before a work request can move on. */
  readonly missing: MissingRequirement[]
  /** The whole problem document of the response (RFC 9457). */
  readonly problem: Record<string, unknown>
  readonly headers: Headers

  constructor(status: number, problem: Record<string, unknown>, headers: Headers) {
    super(
      typeof problem.detail === 'string' ? problem.detail : `The service responded with ${status}`,
    )
    this.name = 'ApiError'
    this.status = status
    this.code = typeof problem.code === 'string' ? problem.code : 'unknown'
    this.errors = (problem.errors as FieldError[] | undefined) ?? []
    this.missing = (problem.missing as MissingRequirement[] | undefined) ?? []
    this.problem = problem
    this.headers = headers
  }

  static async from(response: Response): Promise<ApiError> {
    const problem = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return new ApiError(response.status, problem, response.headers)
  }
}

/** Narrows to an ApiError, with a code if one is given: `isApiError(error, 'slug.exists')`. */
export const isApiError = <const Code extends string = string>(
  error: unknown,
  code?: Code,
): error is ApiError & { code: Code } =>
  error instanceof ApiError && (code === undefined || error.code === code)
