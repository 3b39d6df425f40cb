// Brings one file to the service: registered once, its bytes sent once, whatever happens on the
// way.
import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { files } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Client, Who } from '../client.ts'
import { isSame, look, type Found } from './find-files.ts'
import type { Begun, Journal } from './journal.ts'
import { labelOf, type Shelf } from './remote-file-index.ts'
import { Changed, openSteady, type Steady } from './stable-file.ts'
import type { Told } from './reporter.ts'

export type Said = Omit<files.NewFile, 'name' | 'asset' | 'length' | 'md5'>
export type Wanted = Found & { asset: string; said: Said }
export type Tools = {
  client: Client
  who: Who
  journal: Journal
  shelf: Shelf | undefined
  tell: (told: Told) => void
  signal: AbortSignal
}

/**
 * So much goes in one call, beside the one that registers it; what is larger goes piece by piece.
 */
const ONE_CALL = 1024 * 1024
const ATTEMPTS = 3
const ANEW = 'It changed since it was begun, and begins anew'

export async function bring(tools: Tools, wanted: Wanted): Promise<void> {
  for (let attempt = 1, one = wanted; ; attempt++) {
    try {
      return await bringOnce(tools, one)
    } catch (error) {
      const changed = changeIn(error)
      if (!changed || attempt === ATTEMPTS) throw changed ?? error
      one = { ...one, ...(await look(one.path)) }
    }
  }
}

/** What fails while bytes are read is told as the cause of a failed upload. */
const changeIn = (error: unknown): Changed | undefined =>
  [error, (error as Error | undefined)?.cause].find((one) => one instanceof Changed)

async function bringOnce(tools: Tools, one: Wanted): Promise<void> {
  const { journal, shelf, tell, who } = tools
  const known = await takeUp(tools, one)
  const { path, size } = one
  const there = known ? undefined : await shelf?.find(one)
  if (there) return tell({ event: 'there', path, size, file: there })

  await using source = await openSteady(one)
  const begun = known?.begun ?? (await begin(tools, { ...one, ...who, key: randomUUID() }))
  const stored = known?.stored?.sha256 ? known.stored : await send(tools, begun, source)
  if (stored.sha256 !== (await source.digest())) {
    if (!known?.stored?.sha256) await remove(tools, stored._id)
    tell({ event: 'changed', path, why: ANEW })
    await journal.over(begun)
    throw new Changed(path)
  }
  await journal.over(begun)
  tell({ event: 'done', path, size, file: stored._id, sha256: stored.sha256 })
}

async function begin({ journal }: Tools, begun: Begun): Promise<Begun> {
  await journal.begin(begun)
  return begun
}

type TakenUp = { begun: Begun; stored: files.File | undefined }

/**
 * What was begun another day, if the file is still the same one and the service still knows of it.
 */
async function takeUp(tools: Tools, one: Wanted): Promise<TakenUp | undefined> {
  const { who, journal, tell } = tools
  const begun = journal.find({ ...who, asset: one.asset, path: one.path })
  if (!begun) return undefined
  const stored = begun.file === undefined ? undefined : await findFile(tools, begun.file)
  const isSaidAgain = isDeepStrictEqual(begun.said, one.said)
  if (isSame(begun, one)) {
    if (stored) return { begun, stored: isSaidAgain ? stored : await sayAnew(tools, stored, one) }
    // Under the same key the same has to be said.
    if (begun.file === undefined && isSaidAgain) return { begun, stored }
  } else {
    tell({ event: 'changed', path: one.path, why: ANEW })
    // Without bytes it would lie there for ever.
    if (stored && !stored.sha256) await remove(tools, stored._id)
  }
  await journal.over(begun)
  return undefined
}

const sayAnew = (
  { client, signal }: Tools,
  { _id: id }: files.File,
  { said }: Wanted,
): Promise<files.File> => client.call(files.changeFile, { params: { id }, body: said, signal })

function findFile({ client, signal }: Tools, id: string): Promise<files.File | undefined> {
  return client.call(files.getFile, { params: { id }, signal }).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })
}

/** That it cannot be removed is no reason to stop. */
async function remove({ client, signal }: Tools, id: string): Promise<void> {
  await client.call(files.removeFile, { params: { id }, signal }).catch(() => undefined)
}

async function send(tools: Tools, begun: Begun, source: Steady): Promise<files.File> {
  if (begun.size > ONE_CALL)
    return sendPieces(tools, begun, source, begun.file ?? (await register(tools, begun, {})))
  const bytes = await source.slice(0, begun.size)
  // The service holds them against this digest.
  const file = begun.file ?? (await register(tools, begun, { md5: hash('md5', bytes) }))
  tools.tell({ event: 'begun', path: begun.path, size: begun.size, at: 0 })
  return tools.client.call(files.receiveContent, {
    params: { id: file },
    body: bytes,
    signal: tools.signal,
  })
}

async function register(
  { client, journal, signal }: Tools,
  begun: Begun,
  more: { md5?: string },
): Promise<string> {
  const { path, size, asset, said, key } = begun
  const { _id } = await client.call(files.registerFile, {
    body: { ...said, name: labelOf(path), asset, length: size, ...more },
    headers: { 'idempotency-key': key },
    signal,
  })
  await journal.registered(begun, _id)
  return _id
}

function sendPieces(
  { client, tell, signal }: Tools,
  { path, size }: Begun,
  source: Steady,
  file: string,
): Promise<files.File> {
  let event: 'begun' | 'moved' = 'begun'
  const onProgress = ({ sent }: { sent: number }) => {
    tell({ event, path, size, at: sent })
    event = 'moved'
  }
  return client.upload({ bytes: source, file, onProgress, signal })
}
