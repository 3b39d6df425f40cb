// Another product with the same data, as a process of its own.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { LoadRequest } from '../load-generator.ts'
import type { Entry } from './work-request.ts'

export const PEER_CASES = [
  'GET one',
  'first page',
  'page in the middle',
  'create',
  'sign-in',
] as const
export type PeerCase = (typeof PEER_CASES)[number]

export type Peer = {
  name: string
  version: string
  start: (input: PeerInput) => Promise<RunningPeer>
}
export type PeerInput = {
  /** A folder of its own, which the benchmark deletes. */
  folder: string
  /** An empty database. */
  databaseUrl: string
  port: number
  rows: number
  /** The work request that is read. */
  active: Entry
  /** The one that is created again and again. */
  order: Entry
  log: (message: string) => void
}
export type PeerProcess = { pid: number; startMs: number; stop: () => Promise<void> }
export type RunningPeer = PeerProcess & { requests: Record<PeerCase, LoadRequest> }

const run = promisify(execFile)
const INSTALL_MINUTES = 15

/**
 * Without install scripts, which compile native modules. `unused` are packages that the measured
 * requests do not need; they are replaced by empty ones.
 */
export async function installPackages(
  folder: string,
  dependencies: Record<string, string>,
  { unused = [], pinned = {} }: { unused?: string[]; pinned?: Record<string, string> } = {},
) {
  mkdirSync(folder, { recursive: true })
  const overrides = {
    ...pinned,
    ...Object.fromEntries(unused.map((name) => [name, `file:./empty/${name}`])),
  }
  for (const name of unused) {
    mkdirSync(join(folder, 'empty', name), { recursive: true })
    writeFileSync(
      join(folder, 'empty', name, 'package.json'),
      JSON.stringify({ name, version: '99.0.0', main: 'index.js' }),
    )
    writeFileSync(join(folder, 'empty', name, 'index.js'), 'module.exports = {}')
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies, overrides }),
  )
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    timeout: INSTALL_MINUTES * 60_000,
    maxBuffer: 64 * 1024 ** 2,
  })
}

/** Resolves when the address responds with success. */
export async function startProcess(
  command: string[],
  { cwd, env, address }: { cwd: string; env: Record<string, string>; address: string },
): Promise<PeerProcess> {
  const began = performance.now()
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill()
    await ended
  }
  while (!(await responds(address))) {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended with ${child.exitCode}`)
    if (performance.now() - began > 5 * 60_000) {
      await stop()
      throw new Error(`${command[0]} did not start within five minutes`)
    }
    await sleep(50)
  }
  return { pid: child.pid!, startMs: performance.now() - began, stop }
}

const responds = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

/** Posts JSON and returns the JSON of the response. */
export async function callJson(
  url: string,
  { token, body }: { token?: string; body: unknown },
): Promise<{ data?: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} responded with ${response.status}: ${text}`)
  return text ? (JSON.parse(text) as { data?: unknown }) : {}
}

export function postRequest(
  port: number,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): LoadRequest {
  const text = JSON.stringify(body)
  return {
    port,
    path,
    method: 'POST',
    body: text,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    },
  }
}

/** The columns of a download that are texts. It also has `length` and `created`. */
export const DOWNLOAD_COLUMNS = ['file', 'name', 'person', 'asset', 'project', 'address'] as const

/** `more` are columns that the product adds to each table, with an SQL expression for each. */
export async function fillDownloads(url: string, rows: number, more: Record<string, string> = {}) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const names = Object.keys(more).map((name) => `, ${name}`)
  const values = Object.values(more).map((value) => `, ${value}`)
  await client.query(
    `insert into downloads (file, name, person, asset, project, address, length, created${names.join('')})
     select 'file-' || n % 5000, 'trailer_' || n % 5000 || '.mov', 'person-' || n % 300,
       'asset-' || n % 500, 'project-' || n % 20, '192.0.2.' || n % 250, 1000000 + n,
       now() - n * interval '1 second'${values.join('')}
     from generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query('vacuum analyze')
  await client.end()
}
