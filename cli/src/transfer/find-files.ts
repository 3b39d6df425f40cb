// The files that the words of a command name: files, folders with all that is in them, and patterns
// that no shell has opened.
import { glob, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { Stop } from '../output/exit-codes.ts'

/**
 * A file as it was when it was looked at: one of these differs once somebody has written to it, or
 * put another in its place.
 */
export type Look = { size: number; mtime: string; inode: string }
export type Found = Look & { path: string }
/** `fault` where it should have been taken and could not be. */
type LeftOut = { path: string; why: string; fault: boolean }
type Gathered = { files: Found[]; left: LeftOut[] }

export async function gather(named: readonly string[]): Promise<Gathered> {
  const roots = (await Promise.all(named.map(opened))).flat().map((path) => resolve(path))
  const files = new Map<string, Found>()
  const left: LeftOut[] = []
  for (const root of roots) {
    for await (const one of within(root)) {
      if ('why' in one) left.push(one)
      else files.set(one.path, one)
    }
  }
  return { files: [...files.values()], left }
}

export async function look(path: string): Promise<Look> {
  return lookOf(await stat(path, { bigint: true }))
}

export const lookOf = ({
  size,
  mtimeNs,
  ino,
}: {
  size: bigint
  mtimeNs: bigint
  ino: bigint
}): Look => ({ size: Number(size), mtime: String(mtimeNs), inode: String(ino) })

export const isSame = (one: Look, other: Look): boolean =>
  one.size === other.size && one.mtime === other.mtime && one.inode === other.inode

/** What is there under the very name is no pattern, whatever its name looks like. */
async function opened(named: string): Promise<string[]> {
  if (await stat(named).catch(() => undefined)) return [named]
  const found = /[*?[{]/.test(named)
    ? (await Array.fromAsync(glob(named))).filter((path) => !isHidden(path)).toSorted()
    : []
  if (found.length === 0)
    throw new Stop('misused', `There is no file, folder or pattern with a match: ${named}`)
  return found
}

const isHidden = (path: string) =>
  path.split(sep).some((name) => name.startsWith('.') && name !== '.' && name !== '..')

/** Who names a link means what it leads to. */
async function* within(root: string): AsyncGenerator<Found | LeftOut> {
  const kind = await stat(root)
  if (kind.isDirectory()) yield* inFolder(root, await realpath(root))
  else if (kind.isFile()) yield { path: root, ...(await look(root)) }
  else yield { path: root, why: 'It is neither a file nor a folder', fault: true }
}

async function* inFolder(folder: string, root: string): AsyncGenerator<Found | LeftOut> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error)
  if (entries instanceof Error) yield { path: folder, why: entries.message, fault: true }
  else
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (isHidden(basename(path))) continue
      if (entry.isDirectory()) yield* inFolder(path, root)
      else if (entry.isFile()) yield { path, ...(await look(path)) }
      else
        yield entry.isSymbolicLink()
          ? ofLink(path, root)
          : { path, why: 'It is neither a file nor a folder', fault: false }
    }
}

/**
 * A link inside a folder is taken for the file it leads to, if that lies in the same folder: one
 * that leads out could lead to anything.
 */
async function ofLink(path: string, root: string): Promise<Found | LeftOut> {
  const target = await realpath(path).catch(() => undefined)
  if (!target || relative(root, target).startsWith('..'))
    return { path, why: 'The link leads out of the folder', fault: false }
  return (await stat(target)).isFile()
    ? { path, ...(await look(target)) }
    : { path, why: 'The link leads to another folder', fault: false }
}
