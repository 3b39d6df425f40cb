import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { renderCalendar, type CalendarDeadline } from './rules.ts'

const AT = Date.parse('2026-11-20T17:00:00Z') / 1000
const OPTIONS = {
  name: 'Deadlines',
  now: AT - 86_400,
  host: 'reelay.test',
  appUrl: 'http://app.test',
}
const deadline = (more: Partial<CalendarDeadline> = {}): CalendarDeadline => ({
  request: 'a'.repeat(24),
  kind: 'due',
  time: AT,
  project: 'The Lantern',
  asset: 'Trailer 1',
  language: 'deu',
  territory: 'DE',
  status: 'for-review',
  ...more,
})
const parse = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
    .map(({ uid, summary, description, startDate }) => ({
      uid,
      summary,
      description,
      start: startDate.toICALString(),
    }))

test('renders deadlines in UTC', () => {
  const text = renderCalendar([deadline(), deadline({ kind: 'delivery' })], OPTIONS)
  assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  assert.match(text, /\r\nDTSTART:20261120T170000Z\r\n/)
  assert.match(text, /\r\nURL:http:\/\/app\.test\/workrequests\/a{24}\r\n/)
  assert.deepEqual(parse(text), [
    {
      uid: `${'a'.repeat(24)}-due@reelay.test`,
      summary: 'Due: The Lantern · Trailer 1 · German · DE',
      description: 'Status: for review',
      start: '20261120T170000Z',
    },
    {
      uid: `${'a'.repeat(24)}-delivery@reelay.test`,
      summary: 'Delivery: The Lantern · Trailer 1 · German · DE',
      description: 'Status: for review',
      start: '20261120T170000Z',
    },
  ])
})

test('renders an empty calendar', () => {
  assert.deepEqual(parse(renderCalendar([], OPTIONS)), [])
})

test('escapes and folds any name so that it reads back', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
      fc.string({ unit: fc.constantFrom('a', 'é', '字', '😀', ',', ';', '\\', ':', '"', ' ') }),
      (name, other) => {
        const clean = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, '')
        const asset = clean(name + other) || 'x'
        const text = renderCalendar([deadline({ asset })], { ...OPTIONS, name: asset })
        for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
        assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/)
        assert.equal(parse(text)[0]!.summary, `Due: The Lantern · ${asset} · German · DE`)
      },
    ),
    { numRuns: 300 },
  ))

test('adds no property for a name with line breaks', () => {
  const asset = 'x\r\nATTACH:http://evil.example\r\nEND:VEVENT\u2028y'
  const text = renderCalendar([deadline({ asset })], OPTIONS)
  assert.doesNotMatch(text, /^(ATTACH|END:VEVENT\u2028)/m)
  assert.equal(parse(text).length, 1)
  assert.match(parse(text)[0]!.summary, /x\nATTACH:http:\/\/evil\.example\nEND:VEVENT\ny/)
})
