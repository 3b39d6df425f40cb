import type { Endpoint } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'

/** What a register's endpoints take is alike; that, a generic caller cannot say in types. */
export const asked = <E extends Endpoint>(input: {
  params?: { id: string }
  body?: unknown
}): RequestInput<E> => input as unknown as RequestInput<E>
