// Confines the child process. Each layer is used where the machine supports it; none is required,
// so previews also work on a laptop. A layer is supported if the child, with its native modules,
// starts inside it.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export type Sandbox = { layers: string[]; command: string[]; uid: number | null }
type SandboxLayer = { name: string; command: string[]; uid?: number }

/** The user nobody. */
const NOBODY = 65_534
const FILE_BYTES = 400 * 1024 ** 3
/** 24 hours of one core. The watchdog's timeout almost always comes first. */
const CPU_SECONDS = 86_400

/** Tries all layers at once, which works on most machines, then one by one. */
export async function detectSandbox(): Promise<Sandbox> {
  const all = candidates()
  const complete = all.reduce(addLayer, NO_SANDBOX)
  if (await canStart(complete)) return complete
  let sandbox = NO_SANDBOX
  for (const layer of all)
    if (await canStart(addLayer(sandbox, layer))) sandbox = addLayer(sandbox, layer)
  return sandbox
}

const NO_SANDBOX: Sandbox = { layers: [], command: [], uid: null }

function addLayer(sandbox: Sandbox, layer: SandboxLayer): Sandbox {
  return {
    layers: [...sandbox.layers, layer.name],
    command: [...sandbox.command, ...layer.command],
    uid: layer.uid ?? sandbox.uid,
  }
}

/** Root may unshare the network and drop its privileges; other users need a user namespace. */
function candidates(): SandboxLayer[] {
  const root = process.getuid?.() === 0
  return [
    {
      name: 'no network',
      command: ['unshare', ...(root ? [] : ['--map-current-user']), '--net', '--'],
    },
    ...(root
      ? [
          {
            name: 'own user',
            command: [
              'setpriv',
              `--reuid=${NOBODY}`,
              `--regid=${NOBODY}`,
              '--clear-groups',
              '--bounding-set=-all',
              '--inh-caps=-all',
              '--',
            ],
            uid: NOBODY,
          },
        ]
      : []),
    { name: 'no new privileges', command: ['setpriv', '--no-new-privs', '--'] },
    {
      name: 'limits',
      command: [
        'prlimit',
        '--core=0',
        `--cpu=${CPU_SECONDS}`,
        `--fsize=${FILE_BYTES}`,
        '--nofile=256',
        '--',
      ],
    },
  ]
}

async function canStart(sandbox: Sandbox): Promise<boolean> {
  const child = startChild(sandbox, ['ignore', 'ignore', 'ignore'])
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** The child gets no environment variables. Without an IPC channel it loads its modules and exits. */
export function startChild(
  sandbox: Sandbox,
  stdio: ('ignore' | 'ipc' | 'pipe' | number)[],
  cwd?: string,
): ChildProcess {
  const [program, ...rest] = [
    ...sandbox.command,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'child.ts'),
  ]
  return spawn(program, rest, {
    cwd,
    stdio,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    detached: true,
  })
}
