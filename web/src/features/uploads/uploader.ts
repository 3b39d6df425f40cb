// Takes one upload from the queue through its life: register, send, done or failed.
import { files, sessions } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { Service } from '../../api/service.ts'
import { loadNamespaces, t } from '../../i18n/i18n.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { retryWhileUnreachable } from './retry-while-unreachable.ts'
import { createRateMeter } from './transfer-rate.ts'
import type { TransferRequest, Transfers } from './transfers.ts'
import type { UploadItem, UploadStore } from './upload-store.ts'

const DEFAULT_MAX_PARALLEL = 3

type Dependencies = {
  service: Service
  store: UploadStore
  /** Called when the files of an asset have changed. */
  onChange: () => void
  /** Called with the key of an item whose content was sent. */
  onDone: (key: string) => Promise<void>
}

export function createUploader({ service, store, onChange, onDone }: Dependencies) {
  let transfers: Promise<Transfers> | undefined
  /** Loaded with the first upload, to keep it out of the first page load. */
  const loadTransfers = () =>
    (transfers ??= Promise.all([
      import('./transfers.ts'),
      loadMaxParallel(service),
      loadNamespaces('uploads', 'trade'),
    ]).then(
      ([{ createTransfers }, maxParallel]) => createTransfers(service.transferClient, maxParallel),
      (error: unknown) => {
        transfers = undefined
        throw error
      },
    ))
  const registerFile = createRegister({ service, store, onChange, onDone })

  async function start(key: string) {
    try {
      const item = store.find(key)!
      const file = item.file ?? (await registerFile(item))
      const sender = await loadTransfers()
      const now = store.find(key)
      // It was cancelled meanwhile.
      if (!now) await removeFile(file)
      else if (now.state !== 'paused')
        sender.start(transferOf(now, file, { store, onChange, onDone }))
    } catch (error) {
      store.change(key, { state: 'failed', error: explainError(error as Error).advice })
    }
  }

  async function removeFile(id: string) {
    await service.call(files.removeFile, { params: { id } }).catch(() => {
      /* It stays in the list of files, without content. */
    })
    onChange()
  }

  return {
    start,
    stop: async (key: string) => (await transfers)?.stop(key),
    /** Discards the bytes first: without the record of the file they could not be reached. */
    async discard(file: string, upload: string | undefined) {
      await service.transferClient.cancelUpload({ file, upload }).catch(() => {
        /* The service prunes unfinished uploads after a week. */
      })
      await removeFile(file)
    },
    /** Stops all, so that nothing is sent in the name of the next user. */
    stopAll() {
      void transfers?.then((sender) => sender.stopAll())
      transfers = undefined
    },
  }
}

function transferOf(
  { key, data, length, upload }: UploadItem,
  file: string,
  { store, onChange, onDone }: Pick<Dependencies, 'store' | 'onChange' | 'onDone'>,
): TransferRequest {
  const measureRate = createRateMeter()
  return {
    key,
    source: data,
    file,
    upload,
    onProgress: (progress) =>
      store.change(key, {
        state: 'sending',
        sent: progress.sent,
        rate: measureRate(Date.now(), progress.sent),
        ...(progress.upload && { upload: progress.upload }),
      }),
    onRetry: (error) => {
      if (isUnreachable(error)) store.change(key, { state: 'unreachable', rate: null })
    },
    onError: (error) => store.change(key, { state: 'failed', error: messageOf(error), rate: null }),
    onDone() {
      store.change(key, { state: 'done', sent: length, rate: null })
      onChange()
      void onDone(key)
    },
  }
}

/** Every attempt uses the same idempotency key, so a lost response leaves no second record. */
const createRegister =
  ({ service, store, onChange }: Dependencies) =>
  async ({ key, name, length, asset, metadata, isCut }: UploadItem): Promise<string> => {
    const register = () =>
      service.call(files.registerFile, {
        body: { name, length, asset: asset._id, ...metadata, ...(isCut && { cut: true }) },
        headers: { 'idempotency-key': key },
      })
    const { _id: file } = await retryWhileUnreachable(register, () =>
      store.change(key, { state: 'unreachable' }),
    )
    store.change(key, { file, state: 'queued' })
    // The user may have edited the metadata meanwhile.
    const current = store.find(key)?.metadata
    if (current && current !== metadata)
      await service.call(files.changeFile, { params: { id: file }, body: current })
    onChange()
    return file
  }

/** The user's setting (`preferences.ingest`). */
async function loadMaxParallel(service: Service): Promise<number> {
  const session = await service
    .call(sessions.openSession, { range: { first: 0, last: 0 } })
    .catch(() => [])
  const user = Array.isArray(session) ? session[0] : undefined
  return user?.preferences.ingest.maxUploads ?? DEFAULT_MAX_PARALLEL
}

/** A lock that an aborted request still holds is no outage. */
const isUnreachable = (error: unknown) => !(error instanceof ApiError) || error.status >= 500

const messageOf = (error: Error) =>
  error instanceof ApiError ? error.message : t('uploads:failedUnreachable')
