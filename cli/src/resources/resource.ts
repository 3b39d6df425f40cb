import type { Endpoint } from '@reelay/api/contract'
import type { CellValue } from '../output/print.ts'

/** The endpoints of a resource, and how to print its records. */
export type Resource<T> = {
  list: Endpoint
  show?: Endpoint
  create?: Endpoint
  edit?: Endpoint
  delete?: Endpoint
  /** The name of the record's own parameter in the URL, if `id` is that of its parent. */
  param?: string
  /** The first column is the id or slug that `show` takes. */
  columns: readonly (readonly [header: string, value: (record: T) => CellValue])[]
  details: (record: T) => readonly (readonly [label: string, value: CellValue])[]
  /** Prints tables below the details. */
  printExtra?: (record: T) => void
}

export const defineResource = <T>(resource: Resource<T>): Resource<T> => resource
