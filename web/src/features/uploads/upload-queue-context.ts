import { createContext, useContext, useSyncExternalStore } from 'react'
import { slotKey } from './request-slot.ts'
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

/** The uploads that no slot on the page shows. */
export function useTrayItems(): readonly UploadItem[] {
  const queue = useUploadQueue()
  const shown = useSyncExternalStore(queue.subscribe, queue.shownSlots)
  return useUploadItems().filter(({ slot }) => !(slot && shown.includes(slotKey(slot))))
}

export function useDroppedFiles(): readonly DroppedFile[] {
  const queue = useUploadQueue()
  return useSyncExternalStore(queue.subscribe, queue.droppedFiles)
}
