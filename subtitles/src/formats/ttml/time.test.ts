import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '../../xml/tree.ts'
import { PARAMETER_NAMESPACE, TTML_NAMESPACE } from './namespaces.ts'
import { createReport } from '../report.ts'
import { readClock, parseTime, type TtmlClock } from './time.ts'

const clock = (attributes: string): TtmlClock => {
  const xml = readXml(
    new TextEncoder().encode(
      `<tt xmlns="${TTML_NAMESPACE}" xmlns:ttp="${PARAMETER_NAMESPACE}" ${attributes}/>`,
    ),
  )
  assert.ok(xml.ok)
  const read = readClock(xml.root, createReport({}))
  assert.ok(!('message' in read))
  return read
}
const at = (expression: string, attributes = '') => {
  const seconds = parseTime(expression, clock(attributes))
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

test('parses clock times and offsets in every unit', () => {
  const known: [string, string, number][] = [
    ['00:00:01.5', '', 1500],
    ['01:02:03', '', 3_723_000],
    ['100:00:00.001', '', 360_000_001],
    ['1.5h', '', 5_400_000],
    ['2m', '', 120_000],
    ['0.25s', '', 250],
    ['1500ms', '', 1500],
    ['15f', '', 500],
    ['12f', 'ttp:frameRate="24"', 500],
    ['24f', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', 1001],
    ['24f', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000:1001"', 1001],
    ['00:00:10:12', 'ttp:frameRate="24"', 10_500],
    ['00:00:10:12', 'ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"', 10_501],
    ['00:00:01:12.1', 'ttp:frameRate="25" ttp:subFrameRate="2"', 1500],
    ['90000t', 'ttp:tickRate="90000"', 1000],
    ['3t', '', 3000],
    ['50t', 'ttp:frameRate="25"', 2000],
    [
      '01:00:00:00',
      'ttp:timeBase="smpte" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"',
      3_603_600,
    ],
    [
      '01:00:00:00',
      'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"',
      3_599_996,
    ],
  ]
  for (const [expression, attributes, milliseconds] of known)
    assert.equal(at(expression, attributes), milliseconds, `${expression} ${attributes}`)
})

test('rejects invalid times', () => {
  for (const expression of [
    '',
    '1',
    '00:00',
    '00:60:00',
    '00:00:60',
    '00:00:01:30',
    '-1s',
    '1 s',
    '00:00:01,5',
    '1e3s',
    'wallclock(1)',
  ])
    assert.equal(at(expression), undefined, expression)
  assert.equal(
    at(
      '00:01:00;00',
      'ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"',
    ),
    undefined,
  )
})

test('returns the rate if the document states one', () => {
  assert.deepEqual(clock('ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"').rate, {
    num: 30_000,
    den: 1001,
  })
  assert.equal(clock('').rate, undefined)
})
