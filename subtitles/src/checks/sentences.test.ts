import { test } from 'node:test'
import assert from 'node:assert/strict'
import {
  assertFixes,
  assertPasses,
  cue,
  cuesWith,
  findingsOf,
  type CheckSetup,
} from '../../test/rules.ts'

const eng: CheckSetup = { language: 'eng' }
const pair = (first: string, second: string, pause = 100) => [
  cue(first, { start: 0, stop: 3000 }),
  cue(second, { start: 3000 + pause, stop: 6000 + pause }),
]

test('CASE: requires a capital letter after the end of a sentence', () => {
  for (const [first, second] of [
    ['He left.', 'we stay.'],
    ['Why?', '“because.”'],
    ['Он ушёл.', 'мы остаёмся.'],
  ] as const)
    assert.deepEqual(cuesWith('CASE', pair(first, second), eng), [2], second)
  for (const [first, second] of [
    ['He left,', 'we stay.'],
    ['He left…', 'we stay.'],
    ['He left...', 'we stay.'],
    ['I saw Mr.', 'smith.'],
    ['at 5 p.m.', 'today'],
    ['He left.', 'iPhone users stay.'],
    ['He left.', '…and we stay.'],
    ['He left.', 'We stay.'],
    ['他走了。', '我们'],
  ] as const)
    assert.deepEqual(cuesWith('CASE', pair(first, second), eng), [], `${first} ${second}`)
})

test('CONT: finds an ellipsis inside of a sentence', () => {
  assert.deepEqual(cuesWith('CONT', pair('I think…', 'we should go.'), eng), [1])
  assert.deepEqual(cuesWith('CONT', pair('I think…', 'We should go.'), eng), [])
  assert.deepEqual(cuesWith('CONT', pair('I think…', 'we should go.', 5000), eng), [])
  assert.deepEqual(cuesWith('CONT', pair('I think…', 'we go.'), { ...eng, name: 'bbc' }), [])
})

test('LYRIC: requires ♪ at both ends, or italics', () => {
  assertPasses('LYRIC', ['♪ La la ♪', '♪', '♪♪', 'No song', '♪ one<br>two ♪'])
  assertFixes('LYRIC', [
    ['♪ La la', '♪ La la ♪'],
    ['La la ♪', '♪ La la ♪'],
    ['♪ one<br>two', '♪ one<br>two ♪'],
  ])
  const song = (text: string) => [cue(text, { kind: 'lyric' })]
  assert.equal(findingsOf('LYRIC', song('La la'))[0]!.fix?.text, '<i>La la</i>')
  assert.equal(
    findingsOf('LYRIC', song('La <c #ffff00>la</c>'))[0]!.fix?.text,
    '<i>La <c #ffff00>la</c></i>',
  )
  assert.deepEqual(findingsOf('LYRIC', song('<i>La la</i>')), [])
  assert.equal(
    findingsOf('LYRIC', song('La la'), { name: 'netflix-sdh' })[0]!.fix?.text,
    '♪ La la ♪',
  )
  assert.deepEqual(findingsOf('LYRIC', song('La la'), { name: 'bbc' }), [])
})

test('FORCED: requires capitals for short texts in the picture', () => {
  const found = (text: string, kind: 'forced' | 'onscreen' | 'dialogue', name = 'netflix') =>
    findingsOf('FORCED', [cue(text, { kind })], { name }).length
  assert.equal(found('Paris, 1942', 'forced'), 1)
  assert.equal(found('Exit', 'onscreen'), 1)
  assert.equal(found('PARIS, 1942', 'forced'), 0)
  assert.equal(found('Ich komme.', 'forced'), 0)
  assert.equal(found('Paris', 'dialogue'), 0)
  assert.equal(found('Paris', 'forced', 'bbc'), 0)
})

test('CPL: allows 11 characters in a column of Japanese', () => {
  const column = (count: number) => [cue('字'.repeat(count), { writingMode: 'vertical-rl' })]
  assert.deepEqual(findingsOf('CPL', column(11), { language: 'jpn' }), [])
  assert.equal(findingsOf('CPL', column(12), { language: 'jpn' })[0]!.limit, 11)
})
