import { useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

const CHECK_MS = 500
let isAfter = false
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/**
 * True when the queries of the first page have ended: for what nobody misses at first sight, such
 * as the number of unread notifications.
 */
export function useAfterFirstQueries(): boolean {
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      check(queryClient)
      return () => void listeners.delete(listener)
    },
    () => isAfter,
  )
}

function check(queryClient: QueryClient) {
  if (isAfter) return
  timer ??= setInterval(() => {
    if (queryClient.isFetching() > 0) return
    clearInterval(timer)
    isAfter = true
    listeners.forEach((listener) => listener())
  }, CHECK_MS)
}
