// The clients of the workload. Each repeats a request until it is acknowledged, and the ledger holds
// what was.
import { hash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countUp } from '../tools/load.ts'
import type { Random } from '../tools/random.ts'
import { parse, type Connection, type Reply, type Sending } from '../tools/send.ts'
import { waitUntil } from './wait.ts'

export type Ledger = {
  /** The acknowledged id of each key. */
  orders: Map<string, string>
  /** The last acknowledged name of each changed file, and how many changes were. */
  changes: Map<string, { name: string; acknowledged: number }>
  /** The SHA-256 of each uploaded file. */
  uploads: Map<string, string>
}

/** What a client works with. */
export type WorkContext = {
  connection: Connection
  /** The asset that is ordered and whose files are uploaded. */
  asset: string
  ledger: Ledger
  failures: Map<string, number>
  random: Random
  isStopping: () => boolean
  acknowledge: () => void
  /** Sends a request once, and counts a reply that is not a success. */
  attempt: (name: string, path: string, sending?: Sending) => Promise<Reply>
  /** Repeats it until it is acknowledged. Undefined if it was refused for good. */
  repeat: (name: string, path: string, sending?: Sending) => Promise<Reply | undefined>
}

const BETWEEN_ATTEMPTS_MS = 100

/** The same in every attempt, because a key stands for one body. */
const DUE = Math.floor(Date.now() / 1000) + 14 * 86_400

const newOrder = (asset: string, key: string) => ({
  asset,
  instructions: key,
  territory: 'DE',
  language: 'deu',
  dng: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
  uses: { items: ['Online'], details: { Online: [{ value: '1080p', ship: false }] } },
  due: { date: DUE, tz: 'Europe/Berlin' },
  status: 'submitted',
})

/** `client` is the number of the client among those of its kind. */
export const CLIENTS = {
  async orders(context: WorkContext, client: number) {
    const { asset, ledger, repeat, isStopping, acknowledge, random, failures } = context
    for (let number = 0; !isStopping();) {
      const key = `order-${client}-${number}`
      const sending = { method: 'POST', body: newOrder(asset, key), key }
      const reply = await repeat('order', '/api/workrequests', sending)
      if (reply) {
        const id = String(parse(reply)._id)
        if ((ledger.orders.get(key) ?? id) !== id) countUp(failures, 'another order under a key')
        ledger.orders.set(key, id)
        acknowledge()
      }
      // Some are sent again although they were acknowledged.
      if (!random.chance(0.1)) number++
    }
  },

  async changes(context: WorkContext, client: number) {
    const { ledger, repeat, isStopping, acknowledge } = context
    const id = await register(context, `changed-${client}`)
    for (let number = 1; id && !isStopping(); number++) {
      const name = `change-${String(number).padStart(8, '0')}`
      const reply = await repeat('change', `/api/files/${id}`, { method: 'PUT', body: { name } })
      if (!reply) continue
      ledger.changes.set(id, { name, acknowledged: number })
      acknowledge()
    }
  },

  async uploads(context: WorkContext, client: number) {
    const { ledger, repeat, isStopping, acknowledge, random } = context
    for (let number = 0; !isStopping(); number++) {
      const id = await register(context, `upload-${client}-${number}`)
      if (!id) continue
      const body = randomBytes(1 + random.integerBelow(200_000))
      const reply = await repeat('upload', `/api/files/${id}/content`, { method: 'PUT', body })
      if (!reply) continue
      ledger.uploads.set(id, hash('sha256', body))
      acknowledge()
    }
  },

  async interrupted(context: WorkContext, client: number) {
    for (let number = 0; !context.isStopping(); number++) {
      const id = await register(context, `upload-interrupted-${client}-${number}`)
      const sha256 = id && (await uploadWithInterruptions(context, id))
      if (!sha256) continue
      context.ledger.uploads.set(id, sha256)
      context.acknowledge()
    }
  },

  /** An acknowledged record must be there for the next reader, and with the same content. */
  async reads({ ledger, repeat, isStopping, random, failures }: WorkContext) {
    while (!isStopping()) {
      const orders = [...ledger.orders].slice(-20)
      if (orders.length === 0) {
        await sleep(BETWEEN_ATTEMPTS_MS)
        continue
      }
      const [key, id] = random.pick(orders)
      const reply = await repeat('read', `/api/workrequests/${id}`)
      if (reply && parse(reply).instructions !== key) countUp(failures, 'read of another order')
    }
  },
}

async function register({ asset, repeat }: WorkContext, key: string) {
  const body = { name: `${key}.bin`, asset }
  const reply = await repeat('file', '/api/files', { method: 'POST', body, key })
  return reply && String(parse(reply)._id)
}

/** Larger than 64 MiB, so that an upload is saved in between. */
const BYTES = 80 * 1024 ** 2
const SECONDS_TO_STORE = 60
const MAX_CHUNK = 24 * 1024 ** 2
const TUS = { 'tus-resumable': '1.0.0' }

/**
 * A tus client that cuts its connections and flips bits on purpose, and remembers what was confirmed.
 * Sends chunks of random sizes, three of five with a fault.
 * Returns the SHA-256 of the file.
 */
async function uploadWithInterruptions(
  { repeat, attempt, random, failures }: WorkContext,
  id: string,
): Promise<string | undefined> {
  const bytes = randomBytes(BYTES)
  const created = await repeat('create upload', '/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(BYTES), 'upload-metadata': `file ${btoa(id)}` },
  })
  if (!created) return undefined
  const path = created.headers.location!
  for (let confirmed = 0; ;) {
    const reply = await repeat('offset', path, { method: 'HEAD', headers: TUS })
    if (!reply) return undefined
    const offset = Number(reply.headers['upload-offset'])
    if (offset < confirmed) countUp(failures, 'confirmed bytes are lost')
    if (offset === BYTES) {
      // After a kill, the file is stored some time after its last byte was confirmed.
      const isStored = await waitUntil(async () => {
        const file = await repeat('file', `/api/files/${id}`)
        return !file || parse(file).sha256 !== null
      }, SECONDS_TO_STORE)
      if (!isStored) countUp(failures, 'an upload is never stored')
      return hash('sha256', bytes)
    }
    const { isFlipped, sending } = faultyChunk(random, bytes, offset)
    const { status, headers } = await attempt('chunk', path, sending)
    if (isFlipped && status === 204) countUp(failures, 'a flipped bit was stored')
    confirmed = status === 204 ? Number(headers['upload-offset']) : offset
  }
}

function faultyChunk(
  random: Random,
  bytes: Buffer,
  offset: number,
): { isFlipped: boolean; sending: Sending } {
  const chunk = bytes.subarray(offset, offset + 1 + random.integerBelow(MAX_CHUNK))
  const fault = random.pick(['none', 'checksum', 'cut', 'cut', 'flip'] as const)
  const isFlipped = fault === 'flip'
  const body = Buffer.from(chunk)
  const at = random.integerBelow(body.length)
  if (isFlipped) body[at]! ^= 1 << (at % 8)
  const headers = {
    ...TUS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
    ...((isFlipped || fault === 'checksum') && {
      'upload-checksum': `sha256 ${hash('sha256', chunk, 'base64')}`,
    }),
  }
  const sending = { method: 'PATCH', body, headers, ...(fault === 'cut' && { cutAfter: at }) }
  return { isFlipped, sending }
}
