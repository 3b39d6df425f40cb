import { Refusal } from '@reelay/client'

export type FaultAt = (pointer: string) => string | undefined

/**
 * What the service found wrong with a field, or with something inside it. It says so in English.
 */
export const faultsOf =
  (error: Error | null | undefined): FaultAt =>
  (pointer) => {
    const found =
      error instanceof Refusal
        ? error.errors.filter(
            (fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`),
          )
        : []
    return [...new Set(found.map(({ message }) => message))].join('; ') || undefined
  }
