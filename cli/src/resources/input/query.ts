import type { Endpoint } from '@reelay/api/contract'
import type { Given } from '../../commands/definition.ts'

/** Of what was typed, that which the endpoint's query takes. */
export const queryFor = ({ query }: Endpoint, given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, typed]) => typed !== undefined && query && Object.hasOwn(query.properties, name),
    ),
  )
