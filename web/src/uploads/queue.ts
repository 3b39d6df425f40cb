// Files on their way in. They go on while one walks about in the app, so they are kept beside the screens and not in one of them.
import { files, uploads, type assets } from '@reelay/api/contract'
import { newKey } from '../new-key.ts'
import type { Service } from '../service.ts'
import { explain } from '../ui/explain.ts'
import type { Engine, Tell } from './engine.ts'
import { createPace } from './pace.ts'
import { persistently } from './persistently.ts'

export type Place = Pick<assets.Asset, '_id' | 'slug' | 'name'>
export type Item = {
  key: string
  place: Place
  /** Once it is registered. */
  file: string | null
  name: string
  length: number
  sent: number
  /** Bytes a second. */
  pace: number | null
  state: 'queued' | 'sending' | 'away' | 'paused' | 'done' | 'failed'
  problem: string | null
}
/** An upload that was begun and not ended; with a `fault` all bytes came and were refused, so there is nothing to go on with. */
export type Unfinished = { upload: string; file: string; name: string; length: number; offset: number; fault: string | null }
export type Queue = ReturnType<typeof createQueue>

/** `onChange`: the files of an asset are others than before. */
export function createQueue({ service, onChange }: { service: Service; onChange: () => void }) {
  let items: readonly Item[] = []
  let engine: Promise<Engine> | undefined
  const sources = new Map<string, { data: File; at?: string }>()
  const listeners = new Set<() => void>()

  const find = (key: string) => items.find((item) => item.key === key)
  const set = (next: readonly Item[]) => { items = next; listeners.forEach((listener) => listener()) }
  const change = (key: string, to: Partial<Item>) => set(items.map((item) => (item.key === key ? { ...item, ...to } : item)))
  const takeOut = (key: string) => { sources.delete(key); set(items.filter((item) => item.key !== key)) }
  const loadEngine = () => (engine ??= import('./engine.ts').then(
    ({ createEngine }) => createEngine({ endpoint: `/api${uploads.beginUpload.path}`, headers: () => service.headers() }),
    (error: unknown) => { engine = undefined; throw error },
  ))

  async function begin(key: string) {
    try {
      const { file: known, ...item } = find(key)!
      const file = known ?? (await register(item))
      const sender = await loadEngine()
      const source = sources.get(key)
      if (source) sender.send({ ...source, key, file, tell: tellOf(key, file) })
      // It was cancelled meanwhile.
      else await removeFile(file)
    } catch (error) {
      change(key, { state: 'failed', problem: explain(error as Error).advice })
    }
  }

  /** The same key for each try, so that a lost answer leaves no second record. */
  async function register({ key, name, length, place }: Omit<Item, 'file'>): Promise<string> {
    const ask = () => service.ask(files.registerFile, { body: { name, length, asset: place._id }, headers: { 'idempotency-key': key } })
    const { _id: file } = await persistently(ask, () => change(key, { state: 'away' }))
    change(key, { file, state: 'queued' })
    onChange()
    return file
  }

  function tellOf(key: string, file: string): Tell {
    const pace = createPace()
    const unlessPaused = (to: Partial<Item>) => { if (find(key)?.state !== 'paused') change(key, to) }
    return {
      progress: (sent) => unlessPaused({ state: 'sending', sent, pace: pace(Date.now(), sent) }),
      away: () => unlessPaused({ state: 'away', pace: null }),
      failed: (problem) => change(key, { state: 'failed', problem, pace: null }),
      dropped: () => void removeFile(file),
      done() {
        change(key, { state: 'done', sent: find(key)?.length ?? 0, pace: null })
        void engine?.then((sender) => sender.forget(key))
        onChange()
      },
    }
  }

  async function removeFile(id: string) {
    await service.ask(files.removeFile, { params: { id } }).catch(() => { /* It stays among the files as one whose bytes never came. */ })
    onChange()
  }

  return {
    subscribe: (listener: () => void) => { listeners.add(listener); return () => void listeners.delete(listener) },
    items: () => items,
    isBusy: () => items.some(({ state }) => state !== 'done' && state !== 'failed'),

    /** A file of the same name and length as one that was not ended goes on from where that stands. */
    add(place: Place, chosen: File[], unfinished: Unfinished[]) {
      for (const data of chosen) {
        const left = unfinished.find(({ file, name, length, fault }) => !fault && name === data.name && length === data.size && !items.some((item) => item.file === file))
        const key = newKey()
        sources.set(key, { data, ...(left && { at: addressOf(left.upload) }) })
        set([...items, { key, place, file: left?.file ?? null, name: data.name, length: data.size, sent: left?.offset ?? 0, pace: null, state: 'queued', problem: null }])
        void begin(key)
      }
    },
    pauseOrResume(key: string) {
      change(key, { state: find(key)?.state === 'paused' ? 'queued' : 'paused', pace: null })
      void engine?.then((sender) => sender.pauseOrResume(key))
    },
    async again(key: string) {
      change(key, { state: 'queued', problem: null })
      const sender = await engine
      if (sender?.knows(key)) sender.again(key)
      else await begin(key)
    },
    /** The bytes are dropped first, then the record of the file: the other way round they would be out of reach. */
    async cancel(key: string) {
      const file = find(key)?.file
      takeOut(key)
      const isBegun = (await engine)?.drop(key)
      if (file && !isBegun) await removeFile(file)
    },
    async giveUp({ upload, file }: Unfinished) {
      await fetch(addressOf(upload), { method: 'DELETE', headers: { ...service.headers(), 'tus-resumable': '1.0.0' } })
      await removeFile(file)
    },
    dismiss: takeOut,
    /** What one person sends is not sent on under the name of the next. */
    leave() {
      void engine?.then((sender) => sender.stop())
      engine = undefined
      sources.clear()
      set([])
    },
  }
}

const addressOf = (upload: string) => `/api${uploads.continueUpload.path.replace(':id', upload)}`
