// Finds the files that the arguments name: files, folders with everything in them, and patterns
// that the shell did not expand.
import { glob, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { CliError } from '../output/exit-codes.ts'

/** The state of a file. One of these differs after a write or a replacement. */
export type FileSnapshot = { size: number; mtime: string; inode: string }
export type LocalFile = FileSnapshot & { path: string }
/** `isError`: it should have been uploaded and cannot be. */
type SkippedFile = { path: string; reason: string; isError: boolean }
type FoundFiles = { files: LocalFile[]; skipped: SkippedFile[] }

const NOT_A_FILE = 'It is neither a file nor a folder'

export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const roots = (await Promise.all(paths.map(expandPattern))).flat().map((path) => resolve(path))
  const files = new Map<string, LocalFile>()
  const skipped: SkippedFile[] = []
  for (const root of roots) {
    for await (const entry of walk(root)) {
      if ('reason' in entry) skipped.push(entry)
      else files.set(entry.path, entry)
    }
  }
  return { files: [...files.values()], skipped }
}

export async function snapshotFile(path: string): Promise<FileSnapshot> {
  return snapshotOf(await stat(path, { bigint: true }))
}

type BigStats = { size: bigint; mtimeNs: bigint; ino: bigint }
export const snapshotOf = ({ size, mtimeNs, ino }: BigStats): FileSnapshot => ({
  size: Number(size),
  mtime: String(mtimeNs),
  inode: String(ino),
})

export const isUnchanged = (one: FileSnapshot, other: FileSnapshot): boolean =>
  one.size === other.size && one.mtime === other.mtime && one.inode === other.inode

/** An existing path is not a pattern, even if its name has a `*` in it. */
async function expandPattern(path: string): Promise<string[]> {
  if (await stat(path).catch(() => undefined)) return [path]
  const found = /[*?[{]/.test(path)
    ? (await Array.fromAsync(glob(path))).filter((match) => !isHidden(match)).toSorted()
    : []
  if (found.length === 0) throw new CliError('usage', `No file, folder or pattern matches: ${path}`)
  return found
}

const isHidden = (path: string) =>
  path.split(sep).some((name) => name.startsWith('.') && name !== '.' && name !== '..')

/** A link that is named as an argument is followed. */
async function* walk(root: string): AsyncGenerator<LocalFile | SkippedFile> {
  const stats = await stat(root)
  if (stats.isDirectory()) yield* walkFolder(root, await realpath(root))
  else if (stats.isFile()) yield { path: root, ...(await snapshotFile(root)) }
  else yield { path: root, reason: NOT_A_FILE, isError: true }
}

async function* walkFolder(folder: string, root: string): AsyncGenerator<LocalFile | SkippedFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error)
  if (entries instanceof Error) {
    yield { path: folder, reason: entries.message, isError: true }
    return
  }
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (isHidden(basename(path))) continue
    if (entry.isDirectory()) yield* walkFolder(path, root)
    else if (entry.isFile()) yield { path, ...(await snapshotFile(path)) }
    else if (entry.isSymbolicLink()) yield resolveLink(path, root)
    else yield { path, reason: NOT_A_FILE, isError: false }
  }
}

/** Inside a folder, only links to files in the same folder are followed. */
async function resolveLink(path: string, root: string): Promise<LocalFile | SkippedFile> {
  const target = await realpath(path).catch(() => undefined)
  if (!target || relative(root, target).startsWith('..'))
    return { path, reason: 'The link points outside the folder', isError: false }
  return (await stat(target)).isFile()
    ? { path, ...(await snapshotFile(target)) }
    : { path, reason: 'The link points to another folder', isError: false }
}
