import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../compute/thread-priority.ts'
import type { HashCommand, HashReply } from './hashing.ts'

lowerThreadPriority()
const hashes = new Map<number, Hash>()

parentPort!.on('message', (command: HashCommand) =>
  parentPort!.postMessage({ call: command.call, ...execute(command) } satisfies HashReply, []),
)

function execute({
  digester,
  algorithm,
  memory,
  offset,
  length,
  ...command
}: HashCommand): Omit<HashReply, 'call'> {
  if (command.do === 'end') {
    hashes.delete(digester)
    return {}
  }
  const hash = hashes.get(digester) ?? createHash(algorithm)
  hashes.set(digester, hash)
  if (command.do === 'update') {
    hash.update(new Uint8Array(memory!, offset, length))
    return {}
  }
  // A copy, so that more bytes may follow.
  return { digest: hash.copy().digest('hex') }
}
