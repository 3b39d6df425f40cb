import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Door = { address: string; authorization: string }
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Megabytes a second, by turns: ours, which is durable and hashed, and the stock store, which is neither. */
export async function measureUploads({ address, authorization }: Door, asset: string, bytes: number, rounds: number): Promise<{ ours: number[]; stock: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-stock-'))
  const child = fork(here('stock-tus.ts'), [folder])
  const port = await new Promise<number>((resolve) => child.once('message', (said) => resolve(Number(said))))
  const stock = { address: `http://127.0.0.1:${port}`, authorization: '' }
  const rates: { ours: number[]; stock: number[] } = { ours: [], stock: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      rates.stock.push(await rate(stock, await begin(stock, bytes), bytes))
      rates.ours.push(await rate({ address, authorization }, await begin({ address, authorization }, bytes, await register({ address, authorization }, asset)), bytes))
    }
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return rates
}

async function register({ address, authorization }: Door, asset: string): Promise<string> {
  const answer = await fetch(`${address}/api/files`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify({ name: 'bench.bin', asset }) })
  return ((await answer.json()) as { _id: string })._id
}

async function begin({ address, authorization }: Door, bytes: number, file = 'none'): Promise<string> {
  const answer = await fetch(`${address}/api/uploads`, { method: 'POST', headers: { ...(authorization && { authorization }), 'tus-resumable': '1.0.0', 'upload-length': String(bytes), 'upload-metadata': `file ${btoa(file)}` } })
  return answer.headers.get('location')!
}

async function rate({ address, authorization }: Door, path: string, bytes: number): Promise<number> {
  const child = fork(here('send.ts'), [new URL(address).port, path, String(bytes), authorization])
  const said = await new Promise<number | string>((resolve) => child.once('message', (message) => resolve(message as number | string)))
  if (typeof said === 'string') throw new Error(`The upload failed: ${said}`)
  return bytes / said / 1e6
}
