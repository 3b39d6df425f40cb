import type { Endpoint } from '@reelay/api/contract'
import type { Value } from '../output/print.ts'

/**
 * All that the terminal knows of a kind of record. Flags are made of the endpoints' declarations
 * (flags.json).
 * The first column names the record as `show` takes it.
 */
export type Kind<T> = {
  list: Endpoint
  show?: Endpoint
  create?: Endpoint
  edit?: Endpoint
  columns: readonly (readonly [head: string, of: (record: T) => Value])[]
  facts: (record: T) => readonly (readonly [label: string, value: Value])[]
  /** What is printed below the facts. */
  below?: (record: T) => void
}

export const kind = <T>(declared: Kind<T>): Kind<T> => declared
