// Confines itself, then executes the child's program. Landlock applies to one thread and to what
// that thread executes. Node has several threads, so the rules are set before the child's Node
// starts.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { landlockAbi, restrictFiles, type FileRule } from './landlock.ts'
import { syscall } from './native.ts'
import { restrictCalls } from './seccomp.ts'
import type { LauncherOptions, SandboxLayer } from './sandbox.ts'

const { layers, uid, program, descriptors, reads } = JSON.parse(process.argv[2]!) as LauncherOptions

const APPLY: Record<SandboxLayer, () => void> = {
  limits: setLimits,
  'no network': () => syscall('unshare', CLONE_NEWNET),
  'no capabilities': dropCapabilities,
  'own user': () => changeUser(uid!),
  'no new privileges': () => syscall('prctl', PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
  Landlock: () => restrictToOwnFiles(),
  seccomp: restrictCalls,
}

const CLONE_NEWNET = 0x4000_0000
const PR_CAPBSET_DROP = 24
const PR_SET_NO_NEW_PRIVS = 38
const LAST_CAPABILITY = 63
const F_SETFD = 2
/** Shared libraries, and the dynamic loader, which is executed. */
const SYSTEM_FILES: FileRule[] = [
  ...['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/nix/store'].map(
    (path): FileRule => ({ path, access: 'execute' }),
  ),
  { path: '/etc/ld.so.cache', access: 'read' },
  { path: '/dev/null', access: 'write' },
  { path: '/dev/urandom', access: 'read' },
]

// Node saves the cache when it exits, which does not happen here.
flushCompileCache()
for (const layer of layers) APPLY[layer]()
// Node closes inherited descriptors when it executes a program, unless told otherwise.
for (let fd = 0; fd < descriptors; fd++) syscall('fcntl', fd, F_SETFD, 0)
process.execve!(process.execPath, [process.execPath, ...program], process.env)

/** Core files, CPU seconds (a week is longer than any film takes), file size and open files. */
function setLimits(): void {
  const [CPU, FSIZE, CORE, NOFILE] = [0, 1, 4, 7]
  const limits = [
    [CORE, 0],
    [CPU, 7 * 24 * 3600],
    [FSIZE, 400 * 1024 ** 3],
    [NOFILE, 256],
  ] as const
  for (const [resource, limit] of limits) {
    const both = Buffer.alloc(16)
    both.writeBigUInt64LE(BigInt(limit), 0)
    both.writeBigUInt64LE(BigInt(limit), 8)
    syscall('prlimit64', 0, resource, both, 0)
  }
}

/** Even root gets none when it executes a program. */
function dropCapabilities(): void {
  for (let capability = 0; capability <= LAST_CAPABILITY; capability++)
    try {
      syscall('prctl', PR_CAPBSET_DROP, capability, 0, 0, 0)
    } catch (error) {
      // Capability 0 exists on every kernel; the last ones do not.
      if (capability === 0) throw error
      return
    }
}

function changeUser(id: number): void {
  process.setgroups!([])
  process.setgid!(id)
  process.setuid!(id)
}

/** Node, its libraries and the program to read, and the working folder to write. */
function restrictToOwnFiles(): void {
  const abi = landlockAbi()
  if (abi === 0) throw new Error('The kernel has no Landlock')
  // Read by detectSandbox. A child with a task has no stdout.
  writeSync(1, String(abi))
  restrictFiles(abi, [
    ...SYSTEM_FILES,
    { path: process.execPath, access: 'execute' },
    ...reads.map((path): FileRule => ({ path, access: 'read' })),
    { path: '.', access: 'write' },
  ])
}
