import { ApiError } from '@reelay/client'

export type FieldErrors = (pointer: string) => string | undefined

/**
 * What the service found wrong with a field, or with something inside it. It says so in English.
 */
export const fieldErrorsOf =
  (error: Error | null | undefined): FieldErrors =>
  (pointer) => {
    const found =
      error instanceof ApiError
        ? error.errors.filter(
            (fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`),
          )
        : []
    return [...new Set(found.map(({ message }) => message))].join('; ') || undefined
  }
