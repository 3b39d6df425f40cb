import { ApiError } from '@reelay/client'

export type FieldErrors = (pointer: string) => string | undefined

/**
 * The validation errors of a field and of everything inside it. Messages of the API are in English.
 */
export const fieldErrorsOf =
  (error: Error | null | undefined): FieldErrors =>
  (pointer) => {
    const found =
      error instanceof ApiError
        ? error.errors.filter(
            (fieldError) =>
              fieldError.pointer === pointer || fieldError.pointer.startsWith(`${pointer}/`),
          )
        : []
    return [...new Set(found.map(({ message }) => message))].join('; ') || undefined
  }
