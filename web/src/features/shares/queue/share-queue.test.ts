import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_QUEUED, addFiles, parseShareQueue, removeFiles } from './share-queue.ts'

const file = (id: string) => ({ _id: id, name: `${id}.mp4` })

test('reads ids and records, each file once, and leaves out the rest', () => {
  assert.deepEqual(parseShareQueue(['a', { _id: 'b', name: 'b.mp4' }, { _id: 'a' }, 7, null, {}]), [
    { _id: 'a', name: 'a' },
    { _id: 'b', name: 'b.mp4' },
  ])
})

test('adds files at the end, each once and only as many as fit', () => {
  const queue = [file('a'), file('b')]
  assert.deepEqual(
    addFiles(queue, [file('c'), file('a')]).map(({ _id }) => _id),
    ['a', 'b', 'c'],
  )
  const many = Array.from({ length: MAX_QUEUED + 5 }, (_, index) => file(`f${index}`))
  assert.equal(addFiles(queue, many).length, MAX_QUEUED)
})

test('removes files', () => {
  assert.deepEqual(removeFiles([file('a'), file('b')], ['a', 'x']), [file('b')])
})
