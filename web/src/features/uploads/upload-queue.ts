// Files on their way in. They go on while one walks about in the app, so they are kept beside the
// screens and not in one of them.
import { files, sessions, uploads, type assets } from '@reelay/api/contract'
import { loadWords } from '../../i18n/i18n.ts'
import { newKey } from '../../api/random-key.ts'
import type { Service } from '../../api/service.ts'
import { explain } from '../../ui/feedback/explain-error.ts'
import type { Engine, Tell } from './engine.ts'
import { createRateMeter } from './transfer-rate.ts'
import { retryWhileUnreachable } from './retry-while-unreachable.ts'

export type TargetAsset = Pick<assets.Asset, '_id' | 'slug' | 'name'>
/** What is said of a file besides its name. */
export type FileMetadata = Pick<files.NewFile, 'language' | 'country' | 'tags' | 'embargo'>
/** A file that was let go somewhere, before it is known where it belongs. */
export type DroppedFile = { key: string; data: File }
export type UploadItem = {
  key: string
  asset: TargetAsset
  metadata: FileMetadata
  /** Once it is registered. */
  file: string | null
  name: string
  length: number
  sent: number
  /** Bytes a second. */
  rate: number | null
  state: 'queued' | 'sending' | 'away' | 'paused' | 'done' | 'failed'
  error: string | null
  /** It was cancelled, and that can still be taken back. */
  isCancelling: boolean
}
/**
 * An upload that was begun and not ended; with a `fault` all bytes came and were refused, so there
 * is nothing to go on with.
 */
export type UnfinishedUpload = {
  upload: string
  file: string
  name: string
  length: number
  offset: number
  error: string | null
}
export type UploadQueue = ReturnType<typeof createUploadQueue>

/** `onChange`: the files of an asset are others than before. */
export function createUploadQueue({
  service,
  onChange,
}: {
  service: Service
  onChange: () => void
}) {
  let items: readonly UploadItem[] = []
  let engine: Promise<Engine> | undefined
  let arrivals: readonly DroppedFile[] = []
  const sources = new Map<string, { data: File; at?: string }>()
  const listeners = new Set<() => void>()

  const find = (key: string) => items.find((item) => item.key === key)
  const set = (next: readonly UploadItem[]) => {
    items = next
    listeners.forEach((listener) => listener())
  }
  const change = (key: string, to: Partial<UploadItem>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...to } : item)))
  const takeOut = (key: string) => {
    sources.delete(key)
    set(items.filter((item) => item.key !== key))
  }
  const setArrivals = (next: readonly DroppedFile[]) => {
    arrivals = next
    listeners.forEach((listener) => listener())
  }
  const loadEngine = () =>
    (engine ??= Promise.all([
      import('./engine.ts'),
      mostAtOnce(service),
      loadWords('uploads'),
    ]).then(
      ([{ createEngine }, atOnce]) =>
        createEngine({
          endpoint: `/api${uploads.beginUpload.path}`,
          headers: () => service.headers(),
          atOnce,
        }),
      (error: unknown) => {
        engine = undefined
        throw error
      },
    ))

  async function begin(key: string) {
    try {
      const { file: known, ...item } = find(key)!
      const file = known ?? (await register(item))
      const sender = await loadEngine()
      const source = sources.get(key)
      if (source) {
        sender.send({ ...source, key, file, tell: tellOf(key, file) })
        if (find(key)?.state === 'paused') sender.pause(key, true)
      }
      // It was cancelled meanwhile.
      else await removeFile(file)
    } catch (error) {
      change(key, { state: 'failed', error: explain(error as Error).advice })
    }
  }

  /** The same key for each try, so that a lost answer leaves no second record. */
  async function register({
    key,
    name,
    length,
    asset: place,
    metadata: about,
  }: Omit<UploadItem, 'file'>): Promise<string> {
    const ask = () =>
      service.ask(files.registerFile, {
        body: { name, length, asset: place._id, ...about },
        headers: { 'idempotency-key': key },
      })
    const { _id: file } = await retryWhileUnreachable(ask, () => change(key, { state: 'away' }))
    change(key, { file, state: 'queued' })
    const said = find(key)?.metadata
    if (said && said !== about)
      await service.ask(files.changeFile, { params: { id: file }, body: said })
    onChange()
    return file
  }

  function tellOf(key: string, file: string): Tell {
    const pace = createRateMeter()
    const unlessPaused = (to: Partial<UploadItem>) => {
      if (find(key)?.state !== 'paused') change(key, to)
    }
    return {
      progress: (sent) => unlessPaused({ state: 'sending', sent, rate: pace(Date.now(), sent) }),
      away: () => unlessPaused({ state: 'away', rate: null }),
      failed: (problem) => change(key, { state: 'failed', error: problem, rate: null }),
      dropped: () => void removeFile(file),
      done() {
        change(key, { state: 'done', sent: find(key)?.length ?? 0, rate: null })
        void engine?.then((sender) => sender.forget(key))
        onChange()
      },
    }
  }

  async function removeFile(id: string) {
    await service.ask(files.removeFile, { params: { id } }).catch(() => {
      /* It stays among the files as one whose bytes never came. */
    })
    onChange()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    items: () => items,
    arrivals: () => arrivals,
    isBusy: () =>
      items.some(
        ({ state, isCancelling: leaving }) => !leaving && state !== 'done' && state !== 'failed',
      ),

    /** Files for which it is still to be said where they belong. */
    receive: (chosen: File[]) =>
      setArrivals([...arrivals, ...chosen.map((data) => ({ key: newKey(), data }))]),
    sendBack: (...keys: string[]) => setArrivals(arrivals.filter(({ key }) => !keys.includes(key))),

    /**
     * A file of the same name and length as one that was not ended goes on from where that stands.
     */
    add(
      place: TargetAsset,
      chosen: readonly File[],
      unfinished: readonly UnfinishedUpload[],
      about: FileMetadata = {},
    ) {
      for (const data of chosen) {
        const left = unfinished.find(
          ({ file, name, length, error: fault }) =>
            !fault &&
            name === data.name &&
            length === data.size &&
            !items.some((item) => item.file === file),
        )
        const key = newKey()
        sources.set(key, { data, ...(left && { at: addressOf(left.upload) }) })
        set([
          ...items,
          {
            key,
            asset: place,
            metadata: about,
            isCancelling: false,
            file: left?.file ?? null,
            name: data.name,
            length: data.size,
            sent: left?.offset ?? 0,
            rate: null,
            state: 'queued',
            error: null,
          },
        ])
        void begin(key)
      }
    },
    pauseOrResume(key: string) {
      const paused = find(key)?.state !== 'paused'
      change(key, { state: paused ? 'paused' : 'queued', rate: null })
      void engine?.then((sender) => sender.pause(key, paused))
    },
    /** Before it is registered it goes with the record; later the record is changed. */
    async describe(key: string, about: FileMetadata) {
      change(key, { metadata: about })
      const file = find(key)?.file
      if (!file) return
      await service.ask(files.changeFile, { params: { id: file }, body: about })
      onChange()
    },
    /**
     * About to be cancelled: out of sight, and no more is sent. Taken back, it goes on as it was.
     */
    hold(key: string, leaving: boolean) {
      const { state, file } = find(key) ?? {}
      const isGoing = file !== null && state !== 'paused' && state !== 'done' && state !== 'failed'
      if (isGoing) this.pauseOrResume(key)
      change(key, { isCancelling: leaving })
      return isGoing
    },
    async again(key: string) {
      change(key, { state: 'queued', error: null })
      const sender = await engine
      if (sender?.knows(key)) sender.again(key)
      else await begin(key)
    },
    /**
     * The bytes are dropped first, then the record of the file: the other way round they would be
     * out of reach.
     */
    async cancel(key: string) {
      const file = find(key)?.file
      takeOut(key)
      const isBegun = (await engine)?.drop(key)
      if (file && !isBegun) await removeFile(file)
    },
    async giveUp({ upload, file }: UnfinishedUpload) {
      await fetch(addressOf(upload), {
        method: 'DELETE',
        headers: { ...service.headers(), 'tus-resumable': '1.0.0' },
      })
      await removeFile(file)
    },
    dismiss: takeOut,
    /** What one person sends is not sent on under the name of the next. */
    leave() {
      void engine?.then((sender) => sender.stop())
      engine = undefined
      sources.clear()
      arrivals = []
      set([])
    },
  }
}

/** As many as the person wishes (`preferences.ingest`). */
async function mostAtOnce(service: Service): Promise<number> {
  const people = await service
    .ask(sessions.openSession, { range: { first: 0, last: 0 } })
    .catch(() => [])
  return (
    (Array.isArray(people) ? people[0]?.preferences.ingest.maxUploads : undefined) ??
    USUALLY_AT_ONCE
  )
}

const USUALLY_AT_ONCE = 3
const addressOf = (upload: string) => `/api${uploads.continueUpload.path.replace(':id', upload)}`
