import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReporter, type TransferEvent } from './reporter.ts'

const EVENTS: TransferEvent[] = [
  { event: 'started', path: '/a', size: 10, transferred: 4 },
  { event: 'progress', path: '/a', size: 10, transferred: 6 },
  { event: 'progress', path: '/a', size: 10, transferred: 8 },
  { event: 'paused', reason: 'busy' },
  { event: 'paused', reason: 'busy' },
  { event: 'done', path: '/a', size: 10, file: '1', sha256: 'f' },
  { event: 'unchanged', path: '/b', size: 5, file: '2' },
  { event: 'failed', path: '/c', reason: 'no\u001b[31m permission', code: 'permission.required' },
]

function reportAll(json: boolean) {
  const [out, err]: [string[], string[]] = [[], []]
  const reporter = createReporter({
    verb: 'uploaded',
    json,
    out: { write: (text) => out.push(text) },
    err: { write: (text) => err.push(text) },
    now: () => 1000,
  })
  reporter.begin({ files: 3, bytes: 20 })
  for (const event of EVENTS) reporter.report(event)
  return { summary: reporter.end(), out: out.join(''), err: err.join('') }
}

test('prints a line for each file and all failures at the end', () => {
  const { summary, out, err } = reportAll(false)
  assert.equal(out, 'uploaded  1  /a\nunchanged  2  /b\n')
  assert.equal(
    err,
    'busy\n1 uploaded, 6 B in 0 s; 1 unchanged; 1 failed:\n  /c: no [31m permission\n',
  )
  assert.deepEqual(summary, {
    files: 3,
    done: 1,
    unchanged: 1,
    failed: 1,
    bytes: 20,
    transferred: 6,
    seconds: 0,
  })
})

test('prints JSON events, and frequent ones less often', () => {
  assert.deepEqual(
    reportAll(true)
      .out.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as TransferEvent).event),
    ['started', 'progress', 'paused', 'done', 'unchanged', 'failed', 'ended'],
  )
})
