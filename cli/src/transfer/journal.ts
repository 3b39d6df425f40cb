// A journal of unfinished uploads, so that a killed command can resume. One JSON object a line, in
// the user's state folder.
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { files } from '@reelay/api/contract'
import type { LocalFile } from './find-files.ts'

export type UploadMetadata = Omit<files.NewFile, 'name' | 'asset' | 'length' | 'md5'>
/**
 * `key`: the idempotency key under which the file is registered once. `isBatched`: files with the
 * same key are registered together. `file`: the id, once it is registered.
 */
export type JournalEntry = LocalFile & {
  address: string
  email: string
  asset: string
  metadata: UploadMetadata
  key: string
  isBatched?: true
  file?: string
}
type EntryKey = Pick<JournalEntry, 'address' | 'email' | 'asset' | 'path'>
/** The lines of the file. `said` and `over` are its format since the first version. */
type EntryLine = Omit<JournalEntry, 'metadata' | 'isBatched'> & { said: UploadMetadata }
type JournalLine =
  | EntryLine
  | { key: string; batch: EntryLine[] }
  | { key: string; file: string }
  | { key: string; over: true }

export type Journal = {
  find: (key: EntryKey) => JournalEntry | undefined
  begin: (entry: JournalEntry) => Promise<void>
  /** The entries have the same key, and are finished together. */
  beginBatch: (key: string, entries: readonly JournalEntry[]) => Promise<void>
  finishBatch: (key: string) => Promise<void>
  registered: (entry: JournalEntry, file: string) => Promise<void>
  finish: (entry: JournalEntry) => Promise<void>
}

export const journalPath = ({ XDG_STATE_HOME }: NodeJS.ProcessEnv): string =>
  join(
    XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)
      ? XDG_STATE_HOME
      : join(homedir(), '.local', 'state'),
    'reelay',
    'uploads.jsonl',
  )

export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const entries = await readJournal(path)
  const append = createAppender(path)
  return {
    find: (key) => entries.get(keyText(key)),
    begin: (entry) => {
      entries.set(keyText(entry), entry)
      return append(toLine(entry))
    },
    beginBatch: (key, batch) => {
      for (const entry of batch) entries.set(keyText(entry), entry)
      return append({ key, batch: batch.map(toLine) })
    },
    finishBatch: (key) => {
      for (const [text, entry] of entries) if (entry.key === key) entries.delete(text)
      return append({ key, over: true })
    },
    registered: (entry, file) => {
      entries.set(keyText(entry), { ...entry, file })
      return append({ key: entry.key, file })
    },
    finish: (entry) => {
      entries.delete(keyText(entry))
      return append({ key: entry.key, over: true })
    },
  }
}

const keyText = ({ address, email, asset, path }: EntryKey) =>
  JSON.stringify([address, email, asset, path])
const toLine = ({ metadata, isBatched: _isBatched, ...entry }: JournalEntry): EntryLine => ({
  ...entry,
  said: metadata,
})
const fromLine = ({ said, ...entry }: EntryLine): JournalEntry => ({ ...entry, metadata: said })

const ONE_HOUR_MS = 3_600_000

async function readJournal(path: string): Promise<Map<string, JournalEntry>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const byKey = new Map<string, JournalEntry[]>()
  const lines = text.split('\n').flatMap(parseLine)
  for (const line of lines) {
    const known = byKey.get(line.key)
    if ('over' in line) byKey.delete(line.key)
    else if ('path' in line) byKey.set(line.key, [fromLine(line)])
    else if ('batch' in line)
      byKey.set(
        line.key,
        line.batch.map((entry) => ({ ...fromLine(entry), isBatched: true })),
      )
    else if (known) byKey.set(line.key, [{ ...known[0]!, file: line.file }])
  }
  // Not while another command may be writing: its lines would be lost.
  if (lines.length > 2 * byKey.size && Date.now() - (await stat(path)).mtimeMs > ONE_HOUR_MS)
    await rewrite(path, [...byKey])
  return new Map([...byKey.values()].flat().map((entry) => [keyText(entry), entry]))
}

/** The last line is incomplete if the writer was killed. */
function parseLine(text: string): JournalLine[] {
  try {
    return text ? [JSON.parse(text) as JournalLine] : []
  } catch {
    return []
  }
}

/** Keeps only the open entries. */
async function rewrite(path: string, open: (readonly [string, JournalEntry[]])[]) {
  const temporary = `${path}.${process.pid}`
  await rm(temporary, { force: true })
  const lines = open.map(([key, entries]): JournalLine =>
    entries[0]!.isBatched ? { key, batch: entries.map(toLine) } : toLine(entries[0]!),
  )
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true })
  await rename(temporary, path)
}

/**
 * Returns a function that appends a line and resolves when it would survive a power cut. Lines that
 * arrive while the disk is busy are written together. The file is opened each time, because another
 * command may have rewritten it.
 */
function createAppender(path: string): (line: JournalLine) => Promise<void> {
  const waiting: string[] = []
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function flush() {
    await writing?.catch(() => {})
    next = undefined
    writing = write(waiting.splice(0))
    return writing
  }
  async function write(lines: string[]) {
    await using file = await open(path, 'a', 0o600)
    // The leading newline separates it from an incomplete line.
    await file.appendFile(`\n${lines.join('\n')}\n`)
    await file.datasync()
  }
  return (line) => {
    waiting.push(JSON.stringify(line))
    return (next ??= flush())
  }
}
