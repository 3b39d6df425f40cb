import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Arrival, Item, Queue } from './queue.ts'

const QueueContext = createContext<Queue | null>(null)
export const QueueProvider = QueueContext.Provider

export function useQueue(): Queue {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('There is no QueueProvider above this component')
  return queue
}

export function useItems(): readonly Item[] {
  const queue = useQueue()
  return useSyncExternalStore(queue.subscribe, queue.items)
}

export function useArrivals(): readonly Arrival[] {
  const queue = useQueue()
  return useSyncExternalStore(queue.subscribe, queue.arrivals)
}
