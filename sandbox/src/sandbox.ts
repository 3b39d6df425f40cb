// Starts a program in a sandbox. Each layer is used where the machine supports it: a layer is
// supported if the program, with its native modules, starts inside it.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { CHANNEL_FD, WITH_CHANNEL } from './channel.ts'
import { shareCompileCache } from './compile-cache.ts'
import { lowerPriority } from './priority.ts'

/** In the order in which they are applied. Only root can use the first three. */
const ROOT_LAYERS = ['no network', 'no capabilities', 'own user'] as const
const LAYERS = ['limits', 'no new privileges', 'Landlock', 'seccomp'] as const
export type SandboxLayer = (typeof ROOT_LAYERS | typeof LAYERS)[number]

export type Sandbox = {
  layers: SandboxLayer[]
  /** Version of Landlock; 0 without it. */
  landlockAbi: number
  /** The user of the child, if it is not the service's own. */
  uid: number | null
}
/** A program for Node. Without a channel it must load its modules and exit. */
export type Program = {
  path: string
  args?: string[]
  /** Modules that are loaded before it. */
  imports?: string[]
  /** Files, and folders with everything below them, that it may read besides Node's own. */
  reads: string[]
  /** A folder for compiled modules. A program in the sandbox reads and does not write it. */
  compileCache: string
  /** Where this package's own programs are bundled. Otherwise they run from their sources. */
  bundle?: OwnPrograms | undefined
}
type OwnPrograms = { launcher: string; confine: string }
export type LauncherOptions = Pick<Sandbox, 'layers' | 'uid'> & {
  /** The arguments of Node. */
  program: string[]
  /** How many descriptors the child inherits. */
  descriptors: number
  reads: string[]
}

export const NO_SANDBOX: Sandbox = { layers: [], landlockAbi: 0, uid: null }
/** The user nobody. */
const NOBODY = 65_534

/** Tries all layers at once, which works on most machines, then one by one. */
export async function detectSandbox(program: Program): Promise<Sandbox> {
  if (process.platform !== 'linux') return NO_SANDBOX
  // Also fills the compile cache.
  if (!(await tryLayers([], program))) return NO_SANDBOX
  const sandbox = await detectLayers(program)
  if (sandbox.uid !== null)
    await shareCompileCache(program.compileCache, sandbox.uid).catch(() => {})
  return sandbox
}

async function detectLayers(program: Program): Promise<Sandbox> {
  const candidates = [...(process.getuid?.() === 0 ? ROOT_LAYERS : []), ...LAYERS]
  const complete = await tryLayers(candidates, program)
  if (complete) return complete
  let sandbox = NO_SANDBOX
  for (const layer of candidates)
    sandbox = (await tryLayers([...sandbox.layers, layer], program)) ?? sandbox
  return sandbox
}

/**
 * Whether a program that runs foreign code can neither open other files nor connect to anything.
 * Another user cannot open the service's files, and needs no Landlock.
 */
export function isIsolated({ layers }: Sandbox): boolean {
  const has = (layer: SandboxLayer) => layers.includes(layer)
  return has('seccomp') && (has('Landlock') || has('own user'))
}

/** For the log and for `reelay admin doctor`. */
export function describeLayers({ layers, landlockAbi }: Sandbox): string {
  return layers
    .map((layer) => (layer === 'Landlock' ? `Landlock (ABI ${landlockAbi})` : layer))
    .join(', ')
}

async function tryLayers(layers: SandboxLayer[], program: Program): Promise<Sandbox | undefined> {
  const sandbox = { ...NO_SANDBOX, layers, uid: layers.includes('own user') ? NOBODY : null }
  const child = startChild(sandbox, program, ['ignore', 'pipe', 'ignore'])
  let stdout = ''
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()))
  return new Promise((resolve) => {
    child.on('error', () => resolve(undefined))
    child.on('close', (code) =>
      resolve(code === 0 ? { ...sandbox, landlockAbi: Number(stdout) } : undefined),
    )
  })
}

const OWN_PROGRAMS: OwnPrograms = {
  launcher: join(import.meta.dirname, 'launcher.ts'),
  confine: join(import.meta.dirname, 'confine.mjs'),
}

/** The program gets no environment variable of the service. Without a channel it gets no task. */
export function startChild(
  { layers, uid }: Sandbox,
  { path, args = [], imports = [], reads, compileCache, bundle }: Program,
  stdio: ('ignore' | 'pipe' | number)[],
  { cwd, niceness = 0 }: { cwd?: string; niceness?: number } = {},
): ChildProcess {
  const { launcher, confine } = bundle ?? OWN_PROGRAMS
  const options = ['--disable-warning=ExperimentalWarning']
  const loaded = [...(layers.includes('seccomp') ? [confine] : []), ...imports]
  const channel = stdio.length > CHANNEL_FD ? [WITH_CHANNEL] : []
  const program = [
    ...options,
    ...loaded.flatMap((module) => ['--import', module]),
    path,
    ...channel,
    ...args,
  ]
  const launch: LauncherOptions = {
    layers,
    uid,
    program,
    descriptors: stdio.length,
    reads: [...reads, compileCache],
  }
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_COMPILE_CACHE: compileCache,
    // Node does not start if the machine's file exists and cannot be read.
    OPENSSL_CONF: '/dev/null',
  }
  const started = spawn(
    process.execPath,
    layers.length ? [...options, launcher, JSON.stringify(launch)] : program,
    { cwd, stdio, env, detached: true },
  )
  if (niceness > 0 && started.pid !== undefined) void lowerPriority(started.pid, niceness)
  return started
}
