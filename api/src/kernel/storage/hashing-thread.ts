import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashReply, HashCommand } from './hashing.ts'

const measures = new Map<number, Hash>()

parentPort!.on('message', (order: HashCommand) =>
  parentPort!.postMessage({ call: order.call, ...follow(order) } satisfies HashReply, []),
)

function follow({
  measure,
  algorithm,
  memory,
  offset,
  length,
  ...order
}: HashCommand): Omit<HashReply, 'call'> {
  if (order.do === 'end') return (measures.delete(measure), {})
  const hash = measures.get(measure) ?? createHash(algorithm)
  measures.set(measure, hash)
  if (order.do === 'update') return (hash.update(new Uint8Array(memory!, offset, length)), {})
  // Of a copy, so that more can follow.
  return { digest: hash.copy().digest('hex') }
}
