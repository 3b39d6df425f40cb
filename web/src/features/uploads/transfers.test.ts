import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UploadOptions } from '@reelay/client'
import { createTransfers, type TransferRequest } from './transfers.ts'

/** A client whose uploads end when the test says so. */
function createFakeClient() {
  const running = new Map<string, { options: UploadOptions; finish: () => void }>()
  return {
    running,
    upload: (options: UploadOptions) =>
      new Promise<never>((resolve, reject) => {
        const { signal } = options
        const file = options.file as string
        const end = (then: () => void) => () => {
          running.delete(file)
          then()
        }
        signal?.addEventListener(
          'abort',
          end(() => reject(signal.reason as Error)),
        )
        running.set(file, { options, finish: end(() => resolve(undefined as never)) })
      }),
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
const createRequest = (file: string, events: string[]): TransferRequest => ({
  key: file,
  source: new File([], file),
  file,
  upload: undefined,
  onProgress: ({ sent }) => void events.push(`${file} sent ${sent}`),
  onRetry: () => void events.push(`${file} retries`),
  onDone: () => void events.push(`${file} done`),
  onError: ({ message }) => void events.push(`${file} failed: ${message}`),
})

test('sends a limited number of files at a time, in order', async () => {
  const client = createFakeClient()
  const events: string[] = []
  const transfers = createTransfers(client, 2)
  for (const file of ['a', 'b', 'c']) transfers.start(createRequest(file, events))
  await settle()
  assert.deepEqual([...client.running.keys()], ['a', 'b'])
  client.running.get('a')!.finish()
  await settle()
  assert.deepEqual([...client.running.keys()], ['b', 'c'])
  assert.deepEqual(events, ['a done'])
})

test('a stopped transfer frees its slot and reports nothing more', async () => {
  const client = createFakeClient()
  const events: string[] = []
  const transfers = createTransfers(client, 1)
  transfers.start(createRequest('a', events))
  transfers.start(createRequest('b', events))
  await settle()
  const { options } = client.running.get('a')!
  transfers.stop('a')
  options.onProgress?.({ file: 'a', upload: 'u', sent: 1, confirmed: 0, total: 2 })
  await settle()
  assert.deepEqual([...client.running.keys()], ['b'])
  assert.deepEqual(events, [])
})

test('a transfer that is stopped while it waits never starts', async () => {
  const client = createFakeClient()
  const transfers = createTransfers(client, 1)
  for (const file of ['a', 'b', 'c']) transfers.start(createRequest(file, []))
  transfers.stop('b')
  await settle()
  client.running.get('a')!.finish()
  await settle()
  assert.deepEqual([...client.running.keys()], ['c'])
})
