import { useSyncExternalStore } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

const CHECK_MS = 500
/** Between two waves of queries there are none, too. */
const IDLE_CHECKS = 3
let isAfter = false
let isChecking = false
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
      if (!isAfter && !isChecking) check(queryClient)
      return () => void listeners.delete(listener)
    },
    () => isAfter,
  )
}

function check(queryClient: QueryClient, idleChecks = 0) {
  isChecking = true
  if (idleChecks < IDLE_CHECKS)
    return whenIdle(() => check(queryClient, queryClient.isFetching() > 0 ? 0 : idleChecks + 1))
  isAfter = true
  listeners.forEach((listener) => listener())
}

/** Safari has no requestIdleCallback. */
const whenIdle = (callback: () => void) =>
  void setTimeout(
    () => ('requestIdleCallback' in globalThis ? requestIdleCallback(callback) : callback()),
    CHECK_MS,
  )
