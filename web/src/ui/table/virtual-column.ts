import type { ReactNode } from 'react'

export type VirtualColumn<T> = {
  key: string
  title: string
  /** A track of `grid-template-columns`. */
  width: string
  /** The field of the order parameter. */
  sort?: string
  cell: (row: T) => ReactNode
}
