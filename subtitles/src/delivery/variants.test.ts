import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cue } from '../cue.ts'
import { assertLinear, fill, PATTERNS, SIZE } from '../../test/growth.ts'
import { variantOf, writeVariant } from './index.ts'

const cue = (text: string, more: Partial<Cue> = {}): Cue => ({
  start: 0,
  stop: 1000,
  text,
  ...more,
})
const clean = (text: string, more?: Partial<Cue>) =>
  variantOf([cue(text, more)], 'clean').cues[0]?.text

test('removes sounds and names of speakers from the clean variant', () => {
  const cases: [string, string | undefined][] = [
    ['[door closes]', undefined],
    ['(laughs)', undefined],
    ['- [sighs]<br>- Come in.', 'Come in.'],
    ['- (whispers) No.<br>- JOHN: Yes.', '- No.<br>- Yes.'],
    ['1ST MAN (whispers): Over here.', 'Over here.'],
    ['<i>[on radio]</i> <b>Alpha</b> two', '<b>Alpha</b> two'],
    ['[man speaking<br>in French] Hello', 'Hello'],
    ['I know [coughs] you.', 'I know you.'],
    ['（太郎）行こう', '行こう'],
    ['MARY: It is 10:30.', 'It is 10:30.'],
  ]
  for (const [text, expected] of cases) assert.equal(clean(text), expected, text)
  assert.equal(clean('Ada: Go!', { speaker: 'Ada' }), 'Go!')
})

test('keeps what people say', () => {
  for (const text of [
    'It is (almost) done.',
    'He said: go.',
    'Note: it rains.',
    'WARNING: NO ENTRY',
    'A: one',
    'Hi :[ there',
    '(: hello',
    'never [closed',
    '- One.<br>- Two.',
    '10:30 is late',
  ])
    assert.equal(clean(text), text, text)
  assert.equal(clean('[EXIT]', { kind: 'onscreen' }), '[EXIT]')
  assert.equal(clean('[EXIT]', { kind: 'forced' }), '[EXIT]')
})

test('makes versions by the kinds of the cues, and names what is left out', () => {
  const cues = [
    cue('one'),
    cue('[bang]', { kind: 'sdh' }),
    cue('PARIS', { kind: 'forced' }),
    cue('[sighs] two'),
  ]
  const texts = (variant: 'sdh' | 'forced' | 'clean') =>
    variantOf(cues, variant).cues.map(({ text }) => text)
  assert.deepEqual(texts('sdh'), ['one', '[bang]', 'PARIS', '[sighs] two'])
  assert.deepEqual(texts('forced'), ['PARIS'])
  assert.deepEqual(texts('clean'), ['one', 'PARIS', 'two'])
  assert.deepEqual(variantOf(cues, 'clean').warnings, [
    { cue: null, lost: '1 of 4 cues: they have only sounds and names of speakers' },
    { cue: 3, lost: '[sighs]' },
  ])
})

test('counts warnings and errors in the whole list, and refuses an empty variant', () => {
  const cues = [cue('one'), cue('PARIS', { kind: 'forced' })]
  const written = writeVariant(cues, 'forced', () => ({
    ok: false,
    errors: [{ cue: 0, message: 'is bad' }],
  }))
  assert.deepEqual(written, { ok: false, errors: [{ cue: 1, message: 'is bad' }] })
  const empty = writeVariant(cues.slice(0, 1), 'forced', () => assert.fail())
  assert.ok(!empty.ok)
  assert.equal(empty.errors[0]!.message, 'No line is a forced narrative')
})

test('is linear in the length of a text', () => {
  for (const pattern of [...PATTERNS, '[a', '(a', 'AB: ', 'AB (c): ', '- [', 'A '])
    assertLinear(pattern, (size) => () => clean(fill(pattern, size)), SIZE / 4)
})
