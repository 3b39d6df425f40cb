import type { Endpoint } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'

/** The CRUD endpoints take the same input, which a generic caller cannot express in types. */
export const endpointInput = <E extends Endpoint>(input: {
  params?: { id: string }
  body?: unknown
}): RequestInput<E> => input as unknown as RequestInput<E>
