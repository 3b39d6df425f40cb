/** An error for the caller (RFC 9457). Any other error becomes a 500 response without detail. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly more: Record<string, unknown>
  readonly headers: Record<string, string>
  /** The id of the person whose credential was refused. Only the log shows it. */
  person: string | undefined

  constructor(
    status: number,
    code: string,
    detail: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(detail)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.more = more
    this.headers = headers
  }
}

export type FieldError = { pointer: string; message: string }

/** Why a rule rejects an action. Rules do not throw: the web app uses them to disable buttons. */
export type Rejection = { status: 403 | 409; code: string; detail: string }

export function throwIfRejected(rejection: Rejection | undefined) {
  if (rejection) throw new Problem(rejection.status, rejection.code, rejection.detail)
}

export const malformed = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(400, code, detail, errors && { errors })
export const forbidden = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(403, code, detail, errors && { errors })
export const conflict = (code: string, detail: string, more?: Record<string, unknown>) =>
  new Problem(409, code, detail, more)
export const invalid = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(422, code, detail, errors && { errors })

/** Unknown and invisible records get the same response, so it reveals nothing. */
export const notFound = (noun: string) =>
  new Problem(
    404,
    `${noun.replaceAll(' ', '-')}.not-found`,
    `This ${noun} does not exist, or you cannot see it.`,
  )

/** For a reference in a body to something that the caller cannot see. */
export const unknownReference = (pointer: string, noun: string) =>
  invalid('reference.not-found', `The ${noun} in the body does not exist, or you cannot see it.`, [
    { pointer, message: `is not a ${noun} that you can see` },
  ])

export const busy = (detail: string, retryAfterSeconds: number) =>
  new Problem(503, 'service.busy', detail, {}, { 'retry-after': String(retryAfterSeconds) })

export const tooMany = (detail: string, retryAfterSeconds: number) =>
  new Problem(
    429,
    'rate-limit.exceeded',
    detail,
    {},
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  )
