import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReporter, type TransferEvent } from './reporter.ts'

const EVENTS: TransferEvent[] = [
  { event: 'begun', path: '/a', size: 10, at: 4 },
  { event: 'moved', path: '/a', size: 10, at: 6 },
  { event: 'moved', path: '/a', size: 10, at: 8 },
  { event: 'paused', why: 'busy' },
  { event: 'paused', why: 'busy' },
  { event: 'done', path: '/a', size: 10, file: '1', sha256: 'f' },
  { event: 'there', path: '/b', size: 5, file: '2' },
  { event: 'failed', path: '/c', why: 'no\u001b[31m permission', code: 'permission.required' },
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
    there: 1,
    failed: 1,
    bytes: 20,
    moved: 6,
    seconds: 0,
  })
})

test('prints JSON events, and frequent ones less often', () => {
  assert.deepEqual(
    reportAll(true)
      .out.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as TransferEvent).event),
    ['begun', 'moved', 'paused', 'done', 'there', 'failed', 'ended'],
  )
})
