// PostgreSQL does not run as root. If the service does, the database runs as another user.
import { spawnSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type RunAs = {
  ids: { uid?: number; gid?: number }
  own: (path: string) => void
  command: (program: string, args: string[]) => [string, string[]]
}

const asCurrentUser: RunAs = { ids: {}, own: () => {}, command: (program, args) => [program, args] }

export function runAs(paths: string[]): RunAs {
  if (process.getuid?.() !== 0) return asCurrentUser
  const user = account('postgres') ?? account('nobody')
  if (user && paths.every(isOpenToOthers))
    return { ...asCurrentUser, ids: user, own: (path) => chownSync(path, user.uid, user.gid) }
  if (hasUserNamespaces())
    return {
      ...asCurrentUser,
      command: (program, args) => [
        'unshare',
        ['--user', '--map-user=1', '--map-group=1', program, ...args],
      ],
    }
  throw new Error(
    `PostgreSQL cannot run as root, and other accounts have no access to ${paths[0]}. Start the service as an ordinary user, or set DATA_DIR to a folder that others may enter.`,
  )
}

function account(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** Whether other accounts may enter every folder above a path. A home folder of mode 700 is closed. */
function isOpenToOthers(path: string): boolean {
  const parent = dirname(path)
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpenToOthers(parent))
}

/** In a user namespace root appears as user 1, so PostgreSQL starts and root keeps the files. */
const hasUserNamespaces = () =>
  process.platform === 'linux' &&
  spawnSync('unshare', ['--user', '--map-user=1', '--map-group=1', 'true']).status === 0
