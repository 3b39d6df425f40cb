import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestService } from '../../api/test/service.ts'
import type { Filled } from './fill.ts'
import { median } from './report.ts'

/** Megabytes a second. */
export type UploadFigures = { length: number; ours: number; stock: number; share: number }
type Door = { address: string; authorization: string }
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * In turn: the store that comes with @tus/server, which neither syncs nor hashes, and ours, which
 * does both.
 */
export async function measureUpload(
  { address }: TestService,
  { works, asset }: Filled,
  { rounds, length: bytes }: { rounds: number; length: number },
): Promise<UploadFigures> {
  const ours: Door = {
    address,
    authorization: `Basic ${Buffer.from(`${works.email}:token-${works.token}`).toString('base64')}`,
  }
  const folder = mkdtempSync(join(tmpdir(), 'reelay-stock-'))
  const child = fork(here('stock-tus.ts'), [folder])
  const port = await new Promise<number>((resolve) =>
    child.once('message', (said) => resolve(Number(said))),
  )
  const stock = { address: `http://127.0.0.1:${port}`, authorization: '' }
  const figures: { ours: number; stock: number }[] = []
  try {
    for (let round = 0; round < rounds; round++)
      figures.push({
        stock: await rate(stock, await begin(stock, bytes), bytes),
        ours: await rate(ours, await begin(ours, bytes, await register(ours, asset)), bytes),
      })
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

async function register({ address, authorization }: Door, asset: string): Promise<string> {
  const answer = await fetch(`${address}/api/files`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench.bin', asset }),
  })
  return ((await answer.json()) as { _id: string })._id
}

async function begin(
  { address, authorization }: Door,
  bytes: number,
  file = 'none',
): Promise<string> {
  const answer = await fetch(`${address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...(authorization && { authorization }),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `file ${btoa(file)}`,
    },
  })
  return answer.headers.get('location')!
}

async function rate(
  { address, authorization }: Door,
  path: string,
  bytes: number,
): Promise<number> {
  const child = fork(here('send.ts'), [new URL(address).port, path, String(bytes), authorization])
  const said = await new Promise<number | string>((resolve) =>
    child.once('message', (message) => resolve(message as number | string)),
  )
  if (typeof said === 'string') throw new Error(`The upload failed: ${said}`)
  return bytes / said / 1e6
}
