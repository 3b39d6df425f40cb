// A program that behaves like a hijacked codec: it tries to get out of the sandbox, and reports what
// worked.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { WITH_CHANNEL, openParentChannel } from './channel.ts'

/** What the service has, and the child must not reach. */
export type EscapeTargets = {
  upload: string
  uploads: string
  tcpPort: number
  udpPort: number
  socket: string
  abstractSocket: string
  parent: number
}
/** `done`, or the error. */
export type EscapeResults = Record<string, string>

const INPUT_FD = 4
export const EXECUTED = 42
const FLUSH_MS = 100

const channel = process.argv.includes(WITH_CHANNEL)
  ? openParentChannel<EscapeResults, EscapeTargets>()
  : undefined
channel?.receive(
  (targets) => void report(targets),
  () => process.exit(1),
)

async function report(targets: EscapeTargets): Promise<void> {
  const results: EscapeResults = {}
  for (const [name, attempt] of Object.entries({ ...permitted, ...escapes(targets) }))
    results[name] = await Promise.try(attempt).then(
      () => 'done',
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
  // Last, because it replaces this program. The parent sees the exit code.
  channel!.send(results)
  await after(FLUSH_MS)
  process.execve!('/bin/sh', ['sh', '-c', `exit ${EXECUTED}`], { PATH: '/bin' })
}

/** What every task does. */
const permitted: Record<string, () => unknown> = {
  'reads its input': () => readFileSync(INPUT_FD),
  'writes its output': () => writeFileSync('output', 'made'),
}

const escapes = (targets: EscapeTargets): Record<string, () => unknown> => ({
  'reads /etc/passwd': () => readFileSync('/etc/passwd'),
  'reads /etc/passwd in another thread': () => readFile('/etc/passwd'),
  'reads another upload': () => readFileSync(targets.upload),
  'lists the uploads': () => readdirSync(targets.uploads),
  'writes over another upload': () => openSync(targets.upload, 'r+'),
  'publishes another upload': () => chmodSync(targets.upload, 0o644),
  'writes outside its folder': () => writeFileSync(`${targets.uploads}/planted`, ''),
  'reads the environment of the service': () => readFileSync(`/proc/${targets.parent}/environ`),
  'opens the memory of the service': () => openSync(`/proc/${targets.parent}/mem`, 'r'),
  'connects over TCP': () => connectTo({ host: '127.0.0.1', port: targets.tcpPort }),
  'connects to a socket in a folder': () => connectTo({ path: targets.socket }),
  'connects to an abstract socket': () => connectTo({ path: targets.abstractSocket }),
  'sends over UDP': () => sendTo(targets.udpPort),
  'starts a shell': startShell,
  'sends a signal to the service': () => process.kill(targets.parent, 0),
})

async function connectTo(target: { host: string; port: number } | { path: string }) {
  const socket = connect(target)
  await once(socket, 'connect')
  socket.destroy()
}

async function sendTo(port: number): Promise<void> {
  const socket = createSocket('udp4')
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error as Error))
  const sent = new Promise<void>((resolve, reject) =>
    socket.send('leak', port, '127.0.0.1', (error) => (error ? reject(error) : resolve())),
  )
  await Promise.race([failed, sent])
  socket.close()
}

function startShell(): void {
  const { error, status } = spawnSync('/bin/sh', ['-c', 'exit 0'])
  if (error ?? status !== 0) throw error ?? new Error(`exited with ${status}`)
}
