// The places outside of the installation that receive signed heads.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'

export type Destination = {
  /** Resolves when the place has accepted all lines. With UDP, when they were sent. */
  deliver: (lines: string[]) => Promise<void>
}

const TIMEOUT_MS = 10_000
const CLOSE_MS = 1_000

export function openDestination(url: string): Destination {
  const target = new URL(url)
  const deliver = DELIVERIES[target.protocol]
  if (!deliver) throw new Error(`${target.protocol} is not a place for audit heads`)
  return { deliver: (lines) => deliver(target, lines) }
}

const DELIVERIES: Record<string, (target: URL, lines: string[]) => Promise<void>> = {
  'file:': appendToFile,
  'https:': postJsonLines,
  'http:': postJsonLines,
  'syslog+udp:': sendDatagrams,
  'syslog+tcp:': sendFrames,
  'syslog+tls:': sendFrames,
}

async function appendToFile(target: URL, lines: string[]): Promise<void> {
  const file = await open(fileURLToPath(target), 'a', 0o640)
  try {
    await file.appendFile(`${lines.join('\n')}\n`)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** A user and password in the URL become Basic authentication. */
async function postJsonLines(target: URL, lines: string[]): Promise<void> {
  const { username, password } = target
  const url = new URL(target)
  url.username = url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const response = await fetch(url, {
    method: 'POST',
    body: `${lines.join('\n')}\n`,
    headers: {
      'content-type': 'application/jsonl',
      ...(username && {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
}

/** RFC 5424 with facility 13 (log audit) and severity 6 (informational). */
const PRIORITY = 13 * 8 + 6

export const syslogMessage = (line: string, now = new Date()): string =>
  `<${PRIORITY}>1 ${now.toISOString()} ${hostname() || '-'} reelay ${process.pid} audit-head - ${line}`

/** RFC 5426: one message per datagram. */
async function sendDatagrams({ hostname: host, port }: URL, lines: string[]): Promise<void> {
  const address = host.replace(/^\[|\]$/g, '')
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  try {
    for (const line of lines)
      await new Promise<void>((resolve, reject) =>
        socket.send(syslogMessage(line), Number(port || 514), address, (error) =>
          error ? reject(error) : resolve(),
        ),
      )
  } finally {
    socket.close()
  }
}

/** RFC 6587: the length of each message in bytes precedes it. TLS as in RFC 5425. */
async function sendFrames({ protocol, hostname: host, port }: URL, lines: string[]): Promise<void> {
  const address = host.replace(/^\[|\]$/g, '')
  const socket: Socket =
    protocol === 'syslog+tls:'
      ? connectTls({ host: address, port: Number(port || 6514), servername: address })
      : connectTcp({ host: address, port: Number(port || 601) })
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The syslog server timed out')))
  try {
    await once(socket, protocol === 'syslog+tls:' ? 'secureConnect' : 'connect')
    const messages = lines.map((line) => Buffer.from(syslogMessage(line)))
    const closed = once(socket, 'close')
    socket.resume().end(Buffer.concat(messages.flatMap(framed)))
    await once(socket, 'finish')
    // A server that refuses the messages resets the connection. Not all of them close it in time.
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })])
  } finally {
    socket.destroy()
  }
}

const framed = (message: Buffer): Buffer[] => [Buffer.from(`${message.length} `), message]
