import type { assets, files } from '@reelay/api/contract'
import { randomKey } from '../../api/random-key.ts'
import type { FileProblem } from './file-problem.ts'
import type { RequestSlot } from './request-slot.ts'

export type TargetAsset = Pick<assets.Asset, '_id' | 'slug' | 'name'>
export type FileMetadata = Pick<files.NewFile, 'language' | 'country' | 'tags' | 'embargo'>
/** A file that was dropped on a page; its asset is not selected yet. */
export type DroppedFile = { key: string; data: File; problem?: FileProblem | undefined }
/** What the upload is for, besides being a file of the asset. */
export type UploadPurpose = {
  /** The film becomes the next preview of the asset. */
  isCut?: boolean
  /** The asset was created for this upload. */
  isNewAsset?: boolean
  /** The slot of a work request that the file is for. */
  slot?: RequestSlot
}
export type UploadItem = UploadPurpose & {
  key: string
  data: File
  asset: TargetAsset
  metadata: FileMetadata
  /** The id of the file, once it is registered. */
  file: string | null
  /** The id of the tus upload, once it is known. */
  upload: string | undefined
  name: string
  length: number
  sent: number
  /** Bytes per second. */
  rate: number | null
  state: 'queued' | 'sending' | 'unreachable' | 'paused' | 'done' | 'failed'
  error: string | null
  /** Why the file could not be put there. */
  slotError: string | null
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** Holds the uploads of this tab outside the components, so that they survive navigation. */
export function createUploadStore() {
  let items: readonly UploadItem[] = []
  let droppedFiles: readonly DroppedFile[] = []
  let shownSlots: readonly string[] = []
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const setItems = (next: readonly UploadItem[]) => {
    items = next
    notify()
  }
  const setDroppedFiles = (next: readonly DroppedFile[]) => {
    droppedFiles = next
    notify()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    items: () => items,
    shownSlots: () => shownSlots,
    /** While a page shows a slot, its uploads are not in the tray. Returns how to end that. */
    showSlot(key: string) {
      shownSlots = [...shownSlots, key]
      notify()
      return () => {
        shownSlots = shownSlots.toSpliced(shownSlots.indexOf(key), 1)
        notify()
      }
    },
    droppedFiles: () => droppedFiles,
    find: (key: string) => items.find((item) => item.key === key),
    add: (item: UploadItem) => setItems([...items, item]),
    change: (key: string, change: Partial<UploadItem>) =>
      setItems(items.map((item) => (item.key === key ? { ...item, ...change } : item))),
    remove: (key: string) => setItems(items.filter((item) => item.key !== key)),
    /** Files whose asset the user still has to select. */
    addDropped: (files: Omit<DroppedFile, 'key'>[]) =>
      setDroppedFiles([...droppedFiles, ...files.map((file) => ({ key: randomKey(), ...file }))]),
    removeDropped: (...keys: string[]) =>
      setDroppedFiles(droppedFiles.filter(({ key }) => !keys.includes(key))),
    clear() {
      droppedFiles = []
      setItems([])
    },
  }
}
