import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestService } from '../../api/test/service.ts'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'

/** Megabytes per second. */
export type UploadFigures = { length: number; ours: number; stock: number; share: number }
type UploadTarget = { address: string; authorization: string }
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Measures in turns: the file store of @tus/server, which neither syncs nor hashes, and ours, which
 * does both.
 */
export async function measureUpload(
  service: TestService,
  filled: BenchFixtures,
  { rounds, length: bytes }: { rounds: number; length: number },
): Promise<UploadFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-stock-'))
  const child = fork(pathOf('stock-tus-server.ts'), [folder])
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  )
  const stock = { address: `http://127.0.0.1:${port}`, authorization: '' }
  const figures: { ours: number; stock: number }[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const ours = await startUpload(service, filled, bytes)
      figures.push({
        stock: await measureRate(stock, await createUpload(stock, bytes), bytes),
        ours: await measureRate(ours.target, ours.path, bytes),
      })
    }
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const of = (figure: (round: (typeof figures)[number]) => number) => median(figures.map(figure))
  return {
    length: bytes,
    ours: of((round) => round.ours),
    stock: of((round) => round.stock),
    share: of((round) => round.ours / round.stock),
  }
}

/** Creates a file and its upload as the vendor. */
export async function startUpload(
  { address }: TestService,
  { vendor: { email, token }, asset }: BenchFixtures,
  bytes: number,
): Promise<{ target: UploadTarget; path: string }> {
  const authorization = `Basic ${Buffer.from(`${email}:token-${token}`).toString('base64')}`
  const target = { address, authorization }
  return { target, path: await createUpload(target, bytes, await register(target, asset)) }
}

/** A busy service responds with 503 and says when to try again. */
async function sendUntilAccepted(url: string, request: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, request)
    if (response.ok) return response
    const wait = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !wait)
      throw new Error(`POST ${url} responded with ${response.status}`)
    await sleep(wait * 1000)
  }
}

async function register({ address, authorization }: UploadTarget, asset: string): Promise<string> {
  const response = await sendUntilAccepted(`${address}/api/files`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench.bin', asset }),
  })
  return ((await response.json()) as { _id: string })._id
}

async function createUpload(
  { address, authorization }: UploadTarget,
  bytes: number,
  file = 'none',
): Promise<string> {
  const response = await sendUntilAccepted(`${address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...(authorization && { authorization }),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `file ${btoa(file)}`,
    },
  })
  return response.headers.get('location')!
}

export async function measureRate(
  { address, authorization }: UploadTarget,
  path: string,
  bytes: number,
): Promise<number> {
  const child = fork(pathOf('upload-sender.ts'), [
    new URL(address).port,
    path,
    String(bytes),
    authorization,
  ])
  const result = await new Promise<number | string>((resolve) =>
    child.once('message', (message) => resolve(message as number | string)),
  )
  if (typeof result === 'string') throw new Error(`The upload failed: ${result}`)
  return bytes / result / 1e6
}
