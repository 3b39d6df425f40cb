import { useRef, type RefObject } from 'react'

/** A ref to the value of the last render, for parts that are not rendered again when it changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
