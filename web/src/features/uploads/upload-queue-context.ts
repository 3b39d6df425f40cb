import { createContext, useContext, useSyncExternalStore } from 'react'
import type { UploadQueue } from './upload-queue.ts'
import type { DroppedFile, UploadItem } from './upload-store.ts'

const UploadQueueContext = createContext<UploadQueue | null>(null)
export const UploadQueueProvider = UploadQueueContext.Provider

export function useUploadQueue(): UploadQueue {
  const queue = useContext(UploadQueueContext)
  if (!queue) throw new Error('useUploadQueue needs an UploadQueueProvider')
  return queue
}

export function useUploadItems(): readonly UploadItem[] {
  const queue = useUploadQueue()
  return useSyncExternalStore(queue.subscribe, queue.items)
}

export function useDroppedFiles(): readonly DroppedFile[] {
  const queue = useUploadQueue()
  return useSyncExternalStore(queue.subscribe, queue.droppedFiles)
}
