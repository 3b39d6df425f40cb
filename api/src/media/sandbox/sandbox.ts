// What keeps the child in: each wall is used where the machine has it, and none is required, so
// that a laptop without them still makes previews.
// A wall stands if the child itself, with its native parts, can be started behind it.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export type Sandbox = { layers: string[]; command: string[]; uid: number | null }
type SandboxLayer = { name: string; command: string[]; uid?: number }

/** The user who owns nothing. */
const NOBODY = 65_534
const FILE_BYTES = 400 * 1024 ** 3
/** A day and a night of one core: the clock of the parent is nearly always first. */
const CPU_SECONDS = 86_400

/** All at once where all stand, as on most machines; one by one where not. */
export async function detectSandbox(): Promise<Sandbox> {
  const all = candidates()
  const whole = all.reduce(addLayer, NONE)
  if (await canStart(whole)) return whole
  let walls = NONE
  for (const wall of all) if (await canStart(addLayer(walls, wall))) walls = addLayer(walls, wall)
  return walls
}

const NONE: Sandbox = { layers: [], command: [], uid: null }

function addLayer(walls: Sandbox, wall: SandboxLayer): Sandbox {
  return {
    layers: [...walls.layers, wall.name],
    command: [...walls.command, ...wall.command],
    uid: wall.uid ?? walls.uid,
  }
}

/**
 * Root may leave the network, and then its permissions, as it is; others need a namespace of users for
 * the first.
 */
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

async function canStart(walls: Sandbox): Promise<boolean> {
  const child = startChild(walls, ['ignore', 'ignore', 'ignore'])
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/**
 * Nothing of our environment goes in. Started without a channel, the child only loads its parts and
 * leaves.
 */
export function startChild(
  walls: Sandbox,
  stdio: ('ignore' | 'ipc' | 'pipe' | number)[],
  cwd?: string,
): ChildProcess {
  const [program, ...rest] = [
    ...walls.command,
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
