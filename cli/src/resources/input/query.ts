import type { Endpoint } from '@reelay/api/contract'

/** Picks the fields of the input that the endpoint's query accepts. */
export const buildQuery = (
  { query }: Endpoint,
  input: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && query && Object.hasOwn(query.properties, name),
    ),
  )
