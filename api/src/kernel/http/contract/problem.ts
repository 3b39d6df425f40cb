/**
 * What a caller is meant to read (RFC 9457). Anything else that is thrown is ours, and is answered
 * as 500 without detail.
 */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly more: Record<string, unknown>
  readonly headers: Record<string, string>

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

/**
 * Why a rule says no, without throwing: a screen asks the same rule before somebody presses the
 * button.
 */
export type Rejection = { status: 403 | 409; code: string; why: string }

export function throwIfRejected(refusal: Rejection | undefined) {
  if (refusal) throw new Problem(refusal.status, refusal.code, refusal.why)
}

export const malformed = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(400, code, detail, errors && { errors })
export const forbidden = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(403, code, detail, errors && { errors })
export const conflict = (code: string, detail: string, more?: Record<string, unknown>) =>
  new Problem(409, code, detail, more)
export const invalid = (code: string, detail: string, errors?: FieldError[]) =>
  new Problem(422, code, detail, errors && { errors })

/** Unknown and not visible are one answer: nothing in it depends on which of the two it was. */
export const notFound = (noun: string) =>
  new Problem(
    404,
    `${noun.replaceAll(' ', '-')}.unknown`,
    `There is no such ${noun}, or it is not visible to you.`,
  )

/** A reference in a body that names nothing the caller can see. */
export const unknownReference = (pointer: string, noun: string) =>
  invalid('reference.unknown', `The ${noun} named in the body is unknown or not visible to you.`, [
    { pointer, message: `names no ${noun} that you can see` },
  ])

export const busy = (detail: string, retryAfterSeconds: number) =>
  new Problem(503, 'service.busy', detail, {}, { 'retry-after': String(retryAfterSeconds) })

export const tooMany = (detail: string, retryAfterSeconds: number) =>
  new Problem(
    429,
    'rate.exceeded',
    detail,
    {},
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  )
