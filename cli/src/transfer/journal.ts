// What was begun and is not over yet, so that a command that was killed goes on where it was. One
// line of JSON for each step, in the person's own folder for such things.
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Said } from './upload-file.ts'
import type { Found } from './find-files.ts'

/**
 * `said`: what was said of the file. `key`: under which it is registered, once, however often it is
 * asked for. `file`: its id, once that is known.
 */
export type Begun = Found & {
  address: string
  email: string
  asset: string
  said: Said
  key: string
  file?: string
}
type Place = Pick<Begun, 'address' | 'email' | 'asset' | 'path'>
type Line = Begun | { key: string; file: string } | { key: string; over: true }

export type Journal = {
  find: (place: Place) => Begun | undefined
  begin: (begun: Begun) => Promise<void>
  registered: (begun: Begun, file: string) => Promise<void>
  over: (begun: Begun) => Promise<void>
}

type Env = Record<string, string | undefined>

export const journalPath = ({ XDG_STATE_HOME }: Env): string =>
  join(
    XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)
      ? XDG_STATE_HOME
      : join(homedir(), '.local', 'state'),
    'reelay',
    'uploads.jsonl',
  )

export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const begun = await readJournal(path)
  const write = openPen(path)
  return {
    find: (place) => begun.get(placeOf(place)),
    begin: (one) => {
      begun.set(placeOf(one), one)
      return write(one)
    },
    registered: (one, file) => {
      begun.set(placeOf(one), { ...one, file })
      return write({ key: one.key, file })
    },
    over: (one) => {
      begun.delete(placeOf(one))
      return write({ key: one.key, over: true })
    },
  }
}

const placeOf = ({ address, email, asset, path }: Place) =>
  JSON.stringify([address, email, asset, path])

const AN_HOUR_MS = 3_600_000

async function readJournal(path: string): Promise<Map<string, Begun>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const byKey = new Map<string, Begun>()
  const lines = text.split('\n').flatMap(lineOf)
  for (const line of lines) {
    const known = byKey.get(line.key)
    if ('over' in line) byKey.delete(line.key)
    else if ('path' in line) byKey.set(line.key, line)
    else if (known) byKey.set(line.key, { ...known, file: line.file })
  }
  // While another command may be writing, its lines would be lost.
  if (lines.length > 2 * byKey.size && Date.now() - (await stat(path)).mtimeMs > AN_HOUR_MS)
    await shorten(path, [...byKey.values()])
  return new Map([...byKey.values()].map((one) => [placeOf(one), one]))
}

/** The last line may be half of one: whoever wrote it was killed. */
function lineOf(text: string): Line[] {
  try {
    return text ? [JSON.parse(text) as Line] : []
  } catch {
    return []
  }
}

async function shorten(path: string, open: Begun[]) {
  const making = `${path}.${process.pid}`
  await rm(making, { force: true })
  await writeFile(making, open.map((one) => `${JSON.stringify(one)}\n`).join(''), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  await rename(making, path)
}

/**
 * Resolves when a line would survive a power cut. What is written while the disk is busy goes out
 * together; each time by the path, because the file may have been shortened.
 */
function openPen(path: string): (line: Line) => Promise<void> {
  const waiting: string[] = []
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function flush() {
    await writing?.catch(() => {})
    next = undefined
    writing = put(waiting.splice(0))
    return writing
  }
  async function put(lines: string[]) {
    await using file = await open(path, 'a', 0o600)
    // A line that was cut off stays alone.
    await file.appendFile(`\n${lines.join('\n')}\n`)
    await file.datasync()
  }
  return (line) => {
    waiting.push(JSON.stringify(line))
    return (next ??= flush())
  }
}
