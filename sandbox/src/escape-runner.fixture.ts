// Plays the service: has an upload and sockets, starts the hijacked program in the sandbox and without
// one, and prints what it could do. Runs as any user.
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { CHANNEL_FD, openChannel } from './channel.ts'
import type { EscapeResults, EscapeTargets } from './escapes.fixture.ts'
import { NO_SANDBOX, describeLayers, detectSandbox, isIsolated, startChild } from './sandbox.ts'
import type { Program, Sandbox } from './sandbox.ts'

export type EscapeReport = {
  layers: string
  isolated: boolean
  sandboxed: EscapeOutcome
  unprotected: EscapeOutcome
}
type EscapeOutcome = { results: EscapeResults; exitCode: number | null }

const folder = await mkdtemp(join(tmpdir(), 'reelay-escapes-'))
const program: Program = {
  path: join(import.meta.dirname, 'escapes.fixture.ts'),
  reads: [dirname(import.meta.dirname)],
  compileCache: join(folder, 'compiled'),
}
try {
  const sandbox = await detectSandbox(program)
  const targets = await createTargets()
  const report: EscapeReport = {
    layers: describeLayers(sandbox),
    isolated: isIsolated(sandbox),
    sandboxed: await attempt(sandbox, targets),
    unprotected: await attempt(NO_SANDBOX, targets),
  }
  console.log(JSON.stringify(report))
} finally {
  await rm(folder, { recursive: true })
}
process.exit()

async function createTargets(): Promise<EscapeTargets> {
  const uploads = join(folder, 'uploads')
  const upload = join(uploads, 'film.mp4')
  await mkdir(uploads)
  await writeFile(upload, 'unreleased', { mode: 0o640 })
  const udp = createSocket('udp4').bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const socket = join(folder, 'socket')
  const abstractSocket = `\0reelay-escapes-${process.pid}`
  await listen({ path: socket })
  await listen({ path: abstractSocket })
  return {
    upload,
    uploads,
    tcpPort: await listen({ port: 0, host: '127.0.0.1' }),
    udpPort: udp.address().port,
    socket,
    abstractSocket,
    parent: process.pid,
  }
}

async function listen(target: { path: string } | { port: number; host: string }): Promise<number> {
  const server = createServer().listen(target)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function attempt(sandbox: Sandbox, targets: EscapeTargets): Promise<EscapeOutcome> {
  const cwd = await mkdtemp(join(folder, 'output-'))
  if (sandbox.uid !== null) await chown(cwd, sandbox.uid, sandbox.uid)
  await using input = await open(targets.upload)
  const stdio = ['ignore' as const, 'ignore' as const, 'ignore' as const, 'pipe' as const, input.fd]
  const child = startChild(sandbox, program, stdio, { cwd })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const channel = openChannel<EscapeTargets, EscapeResults>(child.stdio[CHANNEL_FD] as Duplex)
  channel.send(targets)
  const results = await new Promise<EscapeResults>((resolve, reject) =>
    channel.receive(resolve, reject),
  )
  const [exitCode] = await exited
  return { results, exitCode }
}
