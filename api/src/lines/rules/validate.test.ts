import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { NewLine } from '../contract.ts'
import { parseTimecode, formatTimecode } from '@reelay/subtitles'
import { validateLines } from './validate.ts'
import { toDraft } from './line.ts'

const line = (
  number: number,
  startTime: string,
  stopTime: string,
  more: Partial<NewLine> = {},
): NewLine => ({ number, startTime, stopTime, text: 'a', ...more })
const pointers = (...lines: NewLine[]) => validateLines(lines).map(({ pointer }) => pointer)

test('parses a timecode to the millisecond', () => {
  assert.equal(parseTimecode('00:00:00,001'), 1)
  assert.equal(parseTimecode('01:02:03,004'), 3_723_004)
  assert.equal(parseTimecode('99:59:59,999'), 359_999_999)
})

test('accepts no lines', () => assert.deepEqual(pointers(), []))

test('accepts lines numbered from 1 in order of time, touching or overlapping', () => {
  assert.deepEqual(
    pointers(
      line(1, '00:00:01,000', '00:00:02,000'),
      line(2, '00:00:02,000', '00:00:03,000'),
      line(3, '00:00:02,500', '00:00:02,501'),
    ),
    [],
  )
  assert.deepEqual(
    pointers(line(1, '00:00:01,000', '00:00:02,000'), line(2, '00:00:01,000', '00:00:02,000')),
    [],
    'two at once',
  )
})

test('requires a line to stop after it starts', () => {
  assert.deepEqual(pointers(line(1, '00:00:01,000', '00:00:01,000')), ['/0/stopTime'])
  assert.deepEqual(pointers(line(1, '00:00:02,000', '00:00:01,999')), ['/0/stopTime'])
})

test('requires numbers from 1 without gaps or repetition', () => {
  assert.deepEqual(pointers(line(0, '00:00:01,000', '00:00:02,000')), ['/0/number'])
  assert.deepEqual(
    pointers(
      line(1, '00:00:01,000', '00:00:02,000'),
      line(1, '00:00:02,000', '00:00:03,000'),
      line(4, '00:00:03,000', '00:00:04,000'),
    ),
    ['/1/number', '/2/number'],
  )
})

test('rejects a line that starts before the previous one', () => {
  assert.deepEqual(
    pointers(line(1, '00:00:05,000', '00:00:06,000'), line(2, '00:00:04,999', '00:00:07,000')),
    ['/1/startTime'],
  )
})

test('reports every error at once', () => {
  assert.deepEqual(
    pointers(
      line(2, '00:00:02,000', '00:00:01,000', { text: '<p>' }),
      line(9, '00:00:01,000', '00:00:03,000', { text: '<i>' }),
    ),
    ['/0/text', '/0/stopTime', '/0/number', '/1/text', '/1/number', '/1/startTime'],
  )
})

test('treats a line without an origin as typed by a person', () => {
  const from = (more: Partial<NewLine>) => {
    const { auto, machine, custom } = toDraft(line(1, '00:00:01,000', '00:00:02,000', more))
    return [auto, machine, custom]
  }
  assert.deepEqual(from({}), [false, false, true])
  assert.deepEqual(from({ auto: true }), [true, false, false])
  assert.deepEqual(from({ machine: true, custom: true }), [false, true, true])
})

test('accepts sorted, numbered and timed lines, and parses every timecode back', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 0, max: 80_000_000 }), fc.integer({ min: 1, max: 60_000 })),
        { maxLength: 20 },
      ),
      (spans) => {
        const sorted = spans.toSorted(([a], [b]) => a - b)
        assert.deepEqual(
          validateLines(
            sorted.map(([start, length], index) =>
              line(index + 1, formatTimecode(start), formatTimecode(start + length)),
            ),
          ),
          [],
        )
        for (const [start] of sorted) assert.equal(parseTimecode(formatTimecode(start)), start)
      },
    ),
    { numRuns: 100 },
  ))
