import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { unescapeFormula } from '@reelay/subtitles/csv'
import type { StoredOfflineComment } from './comments.ts'
import { ada, comment, NTSC, offline, PAL } from './export.fixture.ts'
import { exportComments } from './export.ts'
import type { Footage } from './position.ts'

const csv = (...comments: StoredOfflineComment[]) =>
  exportComments('csv', offline(PAL), comments)!.bytes
const edl = (footage: Footage, ...comments: StoredOfflineComment[]) =>
  exportComments('edl', offline(footage), comments)!.bytes.split('\r\n')

test('writes a row per comment with an exclusive end', () => {
  const answer = comment(PAL, {
    _id: 'c2',
    version: 2,
    replyTo: 'c1',
    thread: 'c1',
    text: 'Fixed',
    position: { frame: null, range: null },
  })
  const range = comment(PAL, {
    _id: 'c3',
    text: 'Dust,\n"here"',
    position: { frame: null, range: { first: 50, last: 74 } },
    resolved: { by: ada, date: 172_800 },
  })
  assert.equal(
    csv(comment(PAL), answer, range),
    [
      '\ufeffversion,timecode in,timecode out,frame,author,text,reply to,resolved,created,id,moved to the cut',
      '1,10:00:01:05,10:00:01:06,30,Ada Lang,Too dark,,,1970-01-02T00:00:00.000Z,c1,',
      '2,,,,Ada Lang,Fixed,c1,,1970-01-02T00:00:00.000Z,c2,',
      '1,10:00:02:00,10:00:03:00,50–74,Ada Lang,"Dust,\n""here""",,1970-01-03T00:00:00.000Z,1970-01-02T00:00:00.000Z,c3,',
      '',
    ].join('\r\n'),
  )
  assert.deepEqual(
    [exportComments('csv', offline(PAL), [])!.name, exportComments('edl', offline(PAL), [])!.name],
    ['trailer-DE-v2-comments.csv', 'trailer-DE-v2-comments.edl'],
  )
})

test('escapes cells that look like formulas', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    const [, row] = readCsv(
      csv(
        comment(PAL, {
          text: `${start}cmd|' /C calc'!A0`,
          from: { ...ada, name: `${start}HYPERLINK("x")` },
        }),
      ),
    )
    assert.deepEqual([row![4], row![5]], [`'${start}HYPERLINK("x")`, `'${start}cmd|' /C calc'!A0`])
  }
})

test('round-trips any text through the table', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'binary-ascii' }),
      (text, name) => {
        const rows = readCsv(csv(comment(PAL, { text, from: { ...ada, name } }), comment(PAL)))
        assert.equal(rows.length, 3)
        assert.ok(rows.every((row) => row.length === 11))
        assert.deepEqual(
          [unescapeFormula(rows[1]![5]!), unescapeFormula(rows[1]![4]!)],
          [text, name],
        )
      },
    ),
    { numRuns: 500 },
  ))

test('writes one marker per thread, red if open and green if resolved', () => {
  const answer = comment(PAL, {
    _id: 'c2',
    replyTo: 'c1',
    thread: 'c1',
    text: 'Will\r\nfix',
    position: { frame: null, range: null },
  })
  const done = comment(PAL, {
    _id: 'c3',
    thread: 'c3',
    text: 'Dust',
    position: { frame: null, range: { first: 50, last: 74 } },
    resolved: { by: ada, date: 1 },
  })
  assert.deepEqual(edl(PAL, comment(PAL), answer, done), [
    'TITLE: trailer-DE-v2',
    'FCM: NON-DROP FRAME',
    '',
    '001  AX       V     C        10:00:00:00 10:00:20:00 10:00:00:00 10:00:20:00',
    '* LOC: 10:00:01:05 RED     Ada Lang: Too dark / Ada Lang: Will fix',
    '* LOC: 10:00:02:00 GREEN   [to 10:00:03:00] Ada Lang: Dust',
    '',
  ])
})

test('uses drop frame at 29.97', () => {
  const lines = edl(NTSC, comment(NTSC, { position: { frame: 1800, range: null } }))
  assert.equal(lines[1], 'FCM: DROP FRAME')
  assert.deepEqual(
    [lines[3]!.slice(29), lines[4]!.slice(0, 26)],
    ['01:00:00:00 01:01:59:29 01:00:00:00 01:01:59:29', '* LOC: 01:01:00:02 RED    '],
  )
})

test('extends the event for a marker beyond the end and keeps removed comments', () => {
  const lines = edl(
    PAL,
    comment(PAL, { position: { frame: 999, range: null }, removed: true, text: '' }),
  )
  assert.match(lines[3]!, /10:00:40:00$/)
  assert.match(lines[4]!, /^\* LOC: 10:00:39:24 RED {5}Ada Lang: \(removed\)$/)
})

test('keeps every comment on one line of the marker list', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, name) => {
      const lines = edl(
        PAL,
        comment(PAL, { text: `${text}\n002  AX V C\u2028* LOC: x\u0085y`, from: { ...ada, name } }),
      )
      assert.equal(lines.join('\n').split(/[\n\r\u000b\u000c\u0085\u2028\u2029]/).length, 6)
    }),
    { numRuns: 300 },
  ))

test('exports a table but no markers without frames', () => {
  assert.equal(exportComments('edl', offline(null), []), undefined)
  assert.match(exportComments('csv', offline(null), [comment(null)])!.bytes, /\n1,,,30,Ada/)
})

/** Parses CSV as RFC 4180 defines it. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const { 1: quoted, 2: plain, 3: end } of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
