import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createProgressDisplay,
  createRateMeter,
  formatDuration,
  formatSize,
  type TerminalStream,
} from './progress.ts'
import { textWidth } from './text-width.ts'

test('draws a line for each file and a summary over the previous frame, within the terminal', () => {
  const written: string[] = []
  const terminal: TerminalStream = { columns: 60, rows: 6, write: (text) => written.push(text) }
  const draw = createProgressDisplay(terminal)
  const files = [
    '/films/一二三四五六七八九十一二三四五六七八九十.mov',
    '/films/b.mov',
    '/films/c.mov',
    '/films/d.mov',
  ].map((path, index) => ({ path, transferred: index * 10, size: 100 }))
  draw({
    files,
    total: { files: 9, finished: 2, bytes: 4_000_000_000, transferred: 1_000_000_000 },
    bytesPerSecond: 50_000_000,
    above: '',
  })
  const lines = written[0]!.trimEnd().split('\n')
  assert.equal(lines.length, 4, 'as many as fit')
  assert.ok(
    lines.every((line) => textWidth(line) < 60),
    lines.join('\n'),
  )
  assert.match(lines[0]!, /^…\p{Script=Han}+\.mov +\.{20} {3}0% {5}100 B$/u)
  assert.match(lines[1]!, /^\/films\/b\.mov +##\.{18} {2}10% {5}100 B$/)
  assert.equal(lines[3], '2 of 9 files, 1.0 GB of 4.0 GB, 25%, 50.0 MB/s, 1 min 0 s…')
  draw({ files: [], total: undefined, bytesPerSecond: undefined, above: 'a line that stays\n' })
  assert.equal(written[1], '\u001b[4A\r\u001b[Ja line that stays\n')
})

test('formats sizes and durations', () => {
  assert.deepEqual([0, 999, 1000, 99_949_999, 2_147_483_648].map(formatSize), [
    '0 B',
    '999 B',
    '1.0 kB',
    '99.9 MB',
    '2.1 GB',
  ])
  assert.deepEqual([0.2, 59, 61, 3720].map(formatDuration), [
    '1 s',
    '59 s',
    '1 min 1 s',
    '1 h 2 min',
  ])
})

test('measures the rate over the last seconds', () => {
  const rateOf = createRateMeter()
  assert.deepEqual(
    [rateOf(0, 0), rateOf(100, 50), rateOf(1000, 2000), rateOf(20_000, 2000)],
    [undefined, undefined, 2000, undefined],
  )
})
