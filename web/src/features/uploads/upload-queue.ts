// The uploads of this tab. They continue while the user moves between pages.
import { assets, files } from '@reelay/api/contract'
import { randomKey } from '../../api/random-key.ts'
import type { Service } from '../../api/service.ts'
import { findProblem } from './file-problem.ts'
import {
  createUploadStore,
  type FileMetadata,
  type TargetAsset,
  type UploadItem,
  type UploadPurpose,
} from './upload-store.ts'
import { createSlotUploads } from './slot-uploads.ts'
import { createUploader } from './uploader.ts'

/**
 * An upload that was started but not completed. With an `error` the service rejected the complete
 * content, so there is nothing to resume.
 */
export type UnfinishedUpload = {
  upload: string
  file: string
  name: string
  length: number
  offset: number
  error: string | null
  asset: TargetAsset
}
export type UploadQueue = ReturnType<typeof createUploadQueue>

type Options = {
  service: Service
  /** Called when the files of an asset have changed. */
  onChange: () => void
  /** Called when a file was put into a slot of a work request. */
  onFilled: () => void
}

export function createUploadQueue({ service, onChange, onFilled }: Options) {
  const store = createUploadStore()
  const slots = createSlotUploads({ service, store, onFilled })
  const uploader = createUploader({ service, store, onChange, onDone: slots.fill })
  const { find, change, remove } = store

  function pauseOrResume(key: string) {
    const isPaused = find(key)?.state === 'paused'
    change(key, { state: isPaused ? 'queued' : 'paused', rate: null })
    if (isPaused) void uploader.start(key)
    else void uploader.stop(key)
  }

  return {
    subscribe: store.subscribe,
    items: store.items,
    shownSlots: store.shownSlots,
    showSlot: store.showSlot,
    droppedFiles: store.droppedFiles,
    isBusy: () => store.items().some(isPending),
    addDropped: (dropped: readonly File[]) =>
      void Promise.all(
        dropped.map(async (data) => ({ data, problem: await findProblem(data) })),
      ).then(store.addDropped),
    removeDropped: store.removeDropped,

    /** Resumes the unfinished upload of a file with the same name and length, if there is one. */
    add(
      asset: TargetAsset,
      selected: readonly File[],
      unfinished: readonly UnfinishedUpload[],
      metadata: FileMetadata = {},
      purpose: UploadPurpose = {},
    ) {
      for (const data of selected) {
        const resumed = findResumable(data, unfinished, store.items())
        const item = { ...createItem(data, asset, metadata, resumed), ...purpose }
        store.add(item)
        void uploader.start(item.key)
      }
    },
    pauseOrResume,
    /** Before the file is registered, the metadata goes with its record. */
    async setMetadata(key: string, metadata: FileMetadata) {
      change(key, { metadata })
      const file = find(key)?.file
      if (!file) return
      await service.call(files.changeFile, { params: { id: file }, body: metadata })
      onChange()
    },
    retry(key: string) {
      const isUploaded = find(key)?.state === 'done'
      change(key, isUploaded ? { slotError: null } : { state: 'queued', error: null })
      void (isUploaded ? slots.fill(key) : uploader.start(key))
    },
    async cancel(key: string) {
      const item = find(key)
      remove(key)
      await uploader.stop(key)
      if (item?.file) await uploader.discard(item.file, item.upload)
      if (item?.isNewAsset) await archiveUnused(service, item.asset._id).catch(() => {})
    },
    discard: ({ upload, file }: UnfinishedUpload) => uploader.discard(file, upload),
    dismiss: remove,
    /** At sign-out. The service keeps what was sent. */
    clear() {
      uploader.stopAll()
      store.clear()
    },
  }
}

/** The asset was created for the cancelled upload. It stays if it has got other files meanwhile. */
async function archiveUnused({ call }: Service, asset: string) {
  const { total } = await call(files.listFiles, { query: { asset }, range: { first: 0, last: 0 } })
  if (total === 0) await call(assets.archiveAsset, { params: { id: asset } })
}

const isPending = ({ state }: UploadItem) => state !== 'done' && state !== 'failed'

const findResumable = (
  data: File,
  unfinished: readonly UnfinishedUpload[],
  items: readonly UploadItem[],
) =>
  unfinished.find(
    ({ file, name, length, error }) =>
      !error &&
      name === data.name &&
      length === data.size &&
      !items.some((item) => item.file === file),
  )

const createItem = (
  data: File,
  asset: TargetAsset,
  metadata: FileMetadata,
  resumed: UnfinishedUpload | undefined,
): UploadItem => ({
  key: randomKey(),
  data,
  asset,
  metadata,
  file: resumed?.file ?? null,
  upload: resumed?.upload,
  name: data.name,
  length: data.size,
  sent: resumed?.offset ?? 0,
  rate: null,
  state: 'queued',
  error: null,
  slotError: null,
})
