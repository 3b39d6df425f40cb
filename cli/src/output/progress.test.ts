import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textWidth } from './text-width.ts'
import { formatSize, formatDuration, createRateMeter, createProgressDisplay } from './progress.ts'
import { createReporter, type TransferEvent } from '../transfer/reporter.ts'

const screen = (more: { isTTY?: boolean; columns?: number; rows?: number } = {}) => {
  const written: string[] = []
  return { ...more, written, write: (text: string) => written.push(text) }
}

test('a line for each file under way and one for all, never wider than the terminal, written over the last ones', () => {
  const terminal = screen({ columns: 60, rows: 6 })
  const draw = createProgressDisplay(terminal)
  const under = [
    '/films/一二三四五六七八九十一二三四五六七八九十.mov',
    '/films/b.mov',
    '/films/c.mov',
    '/films/d.mov',
  ].map((path, index) => ({ path, at: index * 10, size: 100 }))
  draw(under, { files: 9, ended: 2, bytes: 4_000_000_000, at: 1_000_000_000 }, 50_000_000)
  const lines = terminal.written[0]!.trimEnd().split('\n')
  assert.equal(lines.length, 4, 'as many as there is room for')
  assert.ok(
    lines.every((line) => textWidth(line) < 60),
    lines.join('\n'),
  )
  assert.match(lines[0]!, /^…\p{Script=Han}+\.mov +\.{20} {3}0% {5}100 B$/u)
  assert.match(lines[1]!, /^\/films\/b\.mov +##\.{18} {2}10% {5}100 B$/)
  assert.equal(lines[3], '2 of 9 files, 1.0 GB of 4.0 GB, 25%, 50.0 MB/s, 1 min 0 s…')
  draw([], undefined, undefined, 'a line that stays\n')
  assert.equal(terminal.written[1], '\u001b[4A\r\u001b[Ja line that stays\n')
})

test('sizes, times and paces as people say them', () => {
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
  const pace = createRateMeter()
  assert.deepEqual(
    [pace(0, 0), pace(100, 50), pace(1000, 2000), pace(20_000, 2000)],
    [undefined, undefined, 2000, undefined],
  )
})

const TOLD: TransferEvent[] = [
  { event: 'begun', path: '/a', size: 10, at: 4 },
  { event: 'moved', path: '/a', size: 10, at: 6 },
  { event: 'moved', path: '/a', size: 10, at: 8 },
  { event: 'paused', why: 'busy' },
  { event: 'paused', why: 'busy' },
  { event: 'done', path: '/a', size: 10, file: '1', sha256: 'f' },
  { event: 'there', path: '/b', size: 5, file: '2' },
  { event: 'failed', path: '/c', why: 'no\u001b[31m right', code: 'right.missing' },
]

test('machines hear of each event once in a while, people of what became of each, and of all faults at the end', () => {
  const tellAll = (json: boolean) => {
    const [out, err] = [screen(), screen()]
    const telling = createReporter({ did: 'uploaded', json, out, err, now: () => 1000 })
    telling.begin({ files: 3, bytes: 20 })
    for (const told of TOLD) telling.report(told)
    return { sum: telling.end(), out: out.written.join(''), err: err.written.join('') }
  }
  const people = tellAll(false)
  assert.deepEqual(
    [people.out, people.err],
    [
      'uploaded 1 /a\nis there 2 /b\n'.replaceAll(/ (?=[12/])/g, '  '),
      'busy\n1 uploaded, 6 B in 0 s; 1 were there already; 1 failed:\n  /c: no [31m right\n',
    ],
  )
  assert.deepEqual(people.sum, {
    files: 3,
    done: 1,
    there: 1,
    failed: 1,
    bytes: 20,
    moved: 6,
    seconds: 0,
  })
  assert.deepEqual(
    tellAll(true)
      .out.trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as TransferEvent).event),
    ['begun', 'moved', 'paused', 'done', 'there', 'failed', 'ended'],
  )
})
