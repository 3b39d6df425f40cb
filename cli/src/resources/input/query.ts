import type { Endpoint } from '@reelay/api/contract'
import type { CommandInput } from '../../commands/definition.ts'

/** Picks the fields of the input that the endpoint's query accepts. */
export const buildQuery = ({ query }: Endpoint, input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && query && Object.hasOwn(query.properties, name),
    ),
  )
