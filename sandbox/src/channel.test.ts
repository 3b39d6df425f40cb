import assert from 'node:assert/strict'
import { duplexPair, type Duplex } from 'node:stream'
import { test } from 'node:test'
import { openChannel } from './channel.ts'

/** What the service receives before the first error. */
async function receiveFrom(write: (child: Duplex) => void): Promise<[unknown[], Error]> {
  const [service, child] = duplexPair()
  const received: unknown[] = []
  child.on('error', () => {})
  return new Promise((resolve) => {
    openChannel<unknown, unknown>(service).receive(
      (message) => received.push(message),
      (error) => resolve([received, error]),
    )
    write(child)
  })
}

test('receives messages however they are cut', async () => {
  const [received, error] = await receiveFrom((child) => {
    for (const part of ['{"progress":', '0.5}\n{"progress":0.6}', '\n{"done', '":[]}\nno JSON\n'])
      child.write(part)
  })
  assert.deepEqual(received, [{ progress: 0.5 }, { progress: 0.6 }, { done: [] }])
  assert.ok(error instanceof SyntaxError)
})

test('reports a listener that throws', async () => {
  const [service, child] = duplexPair()
  const failed = new Promise<Error>((resolve) =>
    openChannel<unknown, { name: string }>(service).receive((message) => {
      throw new Error(`bad name: ${message.name}`)
    }, resolve),
  )
  child.write('{"name":"../film"}\n')
  assert.equal((await failed).message, 'bad name: ../film')
})

test('ends a message that never ends', async () => {
  const part = Buffer.alloc(1024 ** 2, 'x')
  let sent = 0
  const [received, error] = await receiveFrom((child) => {
    const writeMore = () => {
      if (!child.destroyed && sent++ < 100) child.write(part, writeMore)
    }
    writeMore()
  })
  assert.deepEqual(received, [])
  assert.match(error.message, /sent too much/)
  assert.ok(sent <= 66, `took ${sent} MiB`)
})
