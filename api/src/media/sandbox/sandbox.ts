// Starts the child process in a sandbox. Each layer is used where the machine supports it: a layer
// is supported if the child, with its native modules, starts inside it.
import { spawn, type ChildProcess } from 'node:child_process'
import { dirname, resolve } from 'node:path'
import { findBundled } from '../../config/bundle.ts'
import { CHANNEL_FD, WITH_CHANNEL } from './channel.ts'
import { COMPILE_CACHE, shareCompileCache } from './compile-cache.ts'
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
export type LauncherOptions = Pick<Sandbox, 'layers' | 'uid'> & {
  program: string[]
  /** How many descriptors the child inherits. */
  descriptors: number
  /** The native module of node-av, if it is not the one of the npm package. */
  binding: string | undefined
}

/** No secret of the service. */
export const CHILD_ENVIRONMENT = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  // Node does not start if the machine's file exists and cannot be read.
  OPENSSL_CONF: '/dev/null',
}
export const NO_SANDBOX: Sandbox = { layers: [], landlockAbi: 0, uid: null }
/** The user nobody. */
const NOBODY = 65_534

/** Tries all layers at once, which works on most machines, then one by one. */
export async function detectSandbox(binding?: string): Promise<Sandbox> {
  if (process.platform !== 'linux') return NO_SANDBOX
  // Also fills the compile cache.
  if (!(await tryLayers([], binding))) return NO_SANDBOX
  const sandbox = await detectLayers(binding)
  if (sandbox.uid !== null) await shareCompileCache(sandbox.uid).catch(() => {})
  return sandbox
}

async function detectLayers(binding: string | undefined): Promise<Sandbox> {
  const candidates = [...(process.getuid?.() === 0 ? ROOT_LAYERS : []), ...LAYERS]
  const complete = await tryLayers(candidates, binding)
  if (complete) return complete
  let sandbox = NO_SANDBOX
  for (const layer of candidates)
    sandbox = (await tryLayers([...sandbox.layers, layer], binding)) ?? sandbox
  return sandbox
}

/**
 * Whether a codec that runs foreign code can neither open other files nor connect to anything.
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

async function tryLayers(
  layers: SandboxLayer[],
  binding: string | undefined,
): Promise<Sandbox | undefined> {
  const sandbox = { ...NO_SANDBOX, layers, uid: layers.includes('own user') ? NOBODY : null }
  const child = startChild(sandbox, ['ignore', 'pipe', 'ignore'], { binding })
  let stdout = ''
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()))
  return new Promise((resolve) => {
    child.on('error', () => resolve(undefined))
    child.on('close', (code) =>
      resolve(code === 0 ? { ...sandbox, landlockAbi: Number(stdout) } : undefined),
    )
  })
}

const MEDIA = dirname(import.meta.dirname)
const LOCKFILE = resolve(MEDIA, '../../../package-lock.json')

/** Looks at the sources once per process. */
const paths = new Map<string, string>()
function pathOf(program: string): string {
  const name = program.replace(/\.\w+$/, '.js')
  const path =
    paths.get(program) ??
    findBundled(`media/${name}`, [MEDIA, LOCKFILE]) ??
    resolve(import.meta.dirname, program)
  paths.set(program, path)
  return path
}

export type ChildOptions = {
  cwd?: string
  program?: string
  binding?: string | undefined
  niceness?: number
}

/**
 * The child gets no environment variables. Without a channel it loads its modules and exits.
 */
export function startChild(
  sandbox: Sandbox,
  stdio: ('ignore' | 'pipe' | number)[],
  { cwd, program = 'child.ts', binding, niceness = 0 }: ChildOptions = {},
): ChildProcess {
  const { layers, uid } = sandbox
  const options = ['--disable-warning=ExperimentalWarning']
  const confine = layers.includes('seccomp') ? ['--import', pathOf('confine.mjs')] : []
  const load = binding ? ['--import', pathOf('load-binding.mjs')] : []
  const channel = stdio.length > CHANNEL_FD ? [WITH_CHANNEL] : []
  const named = binding ? [`binding=${binding}`] : []
  const child = [...options, ...confine, ...load, pathOf(program), ...channel, ...named]
  const launch: LauncherOptions = {
    layers,
    uid,
    program: child,
    descriptors: stdio.length,
    binding,
  }
  const started = spawn(
    process.execPath,
    layers.length ? [...options, pathOf('launcher.ts'), JSON.stringify(launch)] : child,
    { cwd, stdio, env: CHILD_ENVIRONMENT, detached: true },
  )
  if (niceness > 0 && started.pid !== undefined) void lowerPriority(started.pid, niceness)
  return started
}
