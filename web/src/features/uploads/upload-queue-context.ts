import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DroppedFile, UploadItem, UploadQueue } from './upload-queue.ts'

const UploadQueueContext = createContext<UploadQueue | null>(null)
export const UploadQueueProvider = UploadQueueContext.Provider

export function useUploadQueue(): UploadQueue {
  const queue = useContext(UploadQueueContext)
  if (!queue) throw new Error('There is no QueueProvider above this component')
  return queue
}

export function useUploadItems(): readonly UploadItem[] {
  const queue = useUploadQueue()
  return useSyncExternalStore(queue.subscribe, queue.items)
}

export function useDroppedFiles(): readonly DroppedFile[] {
  const queue = useUploadQueue()
  return useSyncExternalStore(queue.subscribe, queue.arrivals)
}
