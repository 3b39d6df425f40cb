// PostgreSQL refuses to run as root. Where the service does, the database runs as somebody smaller.
import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type RunAs = {
  ids: { uid?: number; gid?: number }
  own: (path: string) => void
  command: (program: string, args: string[]) => [string, string[]]
}

const asOurselves: RunAs = { ids: {}, own: () => {}, command: (program, args) => [program, args] }

export function runAs(paths: string[]): RunAs {
  if (process.getuid?.() !== 0) return asOurselves
  const user = account('postgres') ?? account('nobody')
  if (user && paths.every(openToOthers))
    return { ...asOurselves, ids: user, own: (path) => chownSync(path, user.uid, user.gid) }
  if (namespacesWork())
    return {
      ...asOurselves,
      command: (program, args) => [
        'unshare',
        ['--user', '--map-user=1', '--map-group=1', program, ...args],
      ],
    }
  throw new Error(
    `PostgreSQL cannot run as root, and another account cannot enter ${paths[0]}. Start the service as an ordinary user, or set DATA_DIR to a folder that others may enter.`,
  )
}

function account(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/**
 * Whether every folder above a path lets other accounts through; a home folder of mode 700 does
 * not.
 */
function openToOthers(path: string): boolean {
  const parent = dirname(path)
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || openToOthers(parent))
}

/**
 * A user namespace in which root looks like user 1: PostgreSQL is content, and the files stay
 * root's.
 */
const namespacesWork = () =>
  process.platform === 'linux' &&
  spawnSync('unshare', ['--user', '--map-user=1', '--map-group=1', 'true']).status === 0
