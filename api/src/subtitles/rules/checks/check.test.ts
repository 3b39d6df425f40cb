// What holds for any lines whatever: no rule throws, and no fix does harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { Finding, type RuleId } from '../../contract.ts'
import { millisecondsOf, type Cue } from '../cue.ts'
import { plainText } from '../fragment.ts'
import { LANGUAGES } from '../profiles/languages.ts'
import { PROFILES, profileFor } from '../profiles/profiles.ts'
import { check } from './check.ts'
import { applyFixes } from './fixes.ts'
import type { Asked } from './given.ts'

const rates = [
  { num: 24, den: 1 },
  { num: 24_000, den: 1001 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 60_000, den: 1001 },
]
const words = fc
  .array(
    fc.constantFrom(
      'Nein',
      'the',
      'die',
      'Anna',
      '-',
      '- ',
      '...',
      '…',
      ' ',
      '  ',
      ',',
      '.',
      '!',
      '5',
      '2019',
      '<br>',
      '<i>Ja</i>',
      '<b>x</b>',
      'שלום',
      'مرحبا',
      '你好',
      'こん',
      '안녕',
      'สวัส',
      'नमस्ते',
      '👩‍👧',
      '\u200b',
      '\u00ad',
      '\u200f',
      '\u2067',
      '\u2069',
      '\u202b',
      'Überraschungen',
      'а',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
const text = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('<i>', '</b>', '<p>x</p>', 'a < b') },
)
const cue = fc
  .record({
    start: fc.integer({ min: 0, max: 12_000 }),
    length: fc.integer({ min: -200, max: 9000 }),
    text,
    alignment: fc.constantFrom('top' as const, 'bottom' as const, undefined),
    source: fc.option(text, { nil: undefined }),
    budget: fc.option(fc.nat(20), { nil: undefined }),
  })
  // A line may stop before it starts; before the film, no contract takes it.
  .map(({ length, ...rest }): Cue =>
    Object.assign(rest, { stop: Math.max(0, rest.start + length) }),
  )
const cues = fc.array(cue, { maxLength: 6 }).chain((list) =>
  fc.constantFrom(
    list,
    list.toSorted((one, other) => one.start - other.start),
  ),
)
const asked = fc
  .record({
    name: fc.constantFrom(...PROFILES),
    language: fc.constantFrom(...Object.keys(LANGUAGES), 'xxx'),
    rate: fc.constantFrom(...rates),
    kind: fc.constantFrom('subtitles' as const, 'graphics' as const),
    cuts: fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 6 }),
    names: fc.constant([{ source: 'Anna' }, { source: '[x', target: '\\' }]),
    glossary: fc.constant([{ source: 'the', target: 'die', forbidden: ['das'] }]),
    dates: fc.constant([{ source: '2019', target: '2019' }]),
  })
  .map(({ name, ...rest }): Asked =>
    Object.assign(rest, { profile: profileFor(name, rest.language) }),
  )
const any = (holds: (cues: Cue[], asked: Asked) => void, numRuns = 400) =>
  fc.assert(fc.property(cues, asked, holds), { numRuns })

test('findings are well formed, in the order of the lines, and one of a rule for each', () => {
  const shape = Compile(Finding)
  any((list, how) => {
    const found = check(list, how)
    for (const finding of found)
      assert.ok(
        shape.Check(finding) && finding.message.length > 0 && finding.line <= list.length,
        JSON.stringify(finding),
      )
    assert.deepEqual(
      found.map(({ line }) => line),
      found.map(({ line }) => line).toSorted((one, other) => one - other),
    )
    assert.equal(new Set(found.map(({ line, rule }) => `${line} ${rule}`)).size, found.length)
  })
})

test('what a line says of its own text does not depend on where it stands', () => {
  const own: RuleId[] = [
    'CPL',
    'LINES',
    'BREAK',
    'TAGS',
    'EMPTY',
    'UNTRANSLATED',
    'SPACES',
    'GLYPH',
    'RTL-marks',
    'ELLIPSIS',
    'DASH',
    'ITALIC',
    'NAME',
    'TERM',
    'DATE',
    'NUMBERS',
  ]
  any((list, how) => {
    const told = (some: Cue[]) =>
      check(some, how)
        .filter(({ rule }) => own.includes(rule))
        .map(({ rule, line, message }) => `${rule} ${message} ${JSON.stringify(some[line - 1])}`)
        .toSorted()
    assert.deepEqual(told(list.toReversed()), told(list))
  }, 300)
})

test('after the fixes of one rule that rule is silent on the lines that took them', () =>
  any((list, how) => {
    const found = check(list, how)
    for (const rule of new Set(found.map((finding) => finding.rule))) {
      const fixed = found.filter((finding) => finding.rule === rule && finding.fix)
      const mended = applyFixes(list, fixed)
      // Of lines that already are in each other's way one may have to wait.
      const taken = fixed
        .filter(({ line, fix }) =>
          Object.entries(fix!).every(
            ([field, value]) => mended[line - 1]![field as keyof Cue] === value,
          ),
        )
        .map(({ line }) => line)
      const left = check(mended, how).filter(
        (finding) => finding.rule === rule && taken.includes(finding.line),
      )
      assert.deepEqual(left, [], rule)
    }
  }))

test('fixing twice is fixing once, and fixing one rule or all of them makes no line overlap, stray or vanish', () =>
  any((list, how) => {
    const found = check(list, how)
    const bad = (some: Cue[]) =>
      check(some, { ...how, kind: 'subtitles' })
        .filter(({ rule }) => ['OVERLAP', 'ORDER', 'EMPTY', 'UNTRANSLATED', 'TAGS'].includes(rule))
        .map(({ rule, line }) => `${rule} ${line}`)
    const then = bad(list)
    for (const some of [
      found,
      ...new Set(found.map(({ rule }) => found.filter((finding) => finding.rule === rule))),
    ]) {
      const mended = applyFixes(list, some)
      assert.deepEqual(applyFixes(mended, some), mended)
      for (const [index, { start, stop }] of mended.entries())
        assert.ok(start < stop || !(list[index]!.start < list[index]!.stop))
      assert.deepEqual(
        bad(mended).filter((one) => !then.includes(one)),
        [],
      )
    }
  }))

test('no fix loses a letter, except the digits it spells', () =>
  any((list, how) => {
    const letters = (written: string) =>
      [...plainText(written).normalize('NFC')]
        .filter((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter))
        .toSorted()
        .join('')
    for (const { rule, line, fix } of check(list, how))
      if (fix?.text !== undefined && rule !== 'NUM-1-10')
        assert.equal(letters(fix.text), letters(list[line - 1]!.text), rule)
  }))

test('of two fixes for one text the first is taken', () => {
  const [list, how]: [Cue[], Asked] = [
    [{ start: 0, stop: 2000, text: 'Nun...  ja' }],
    { profile: profileFor('netflix', 'deu'), language: 'deu', rate: rates[0]!, kind: 'subtitles' },
  ]
  const once = applyFixes(list, check(list, how))
  assert.deepEqual(
    once.map((one) => one.text),
    ['Nun... ja'],
  )
  assert.deepEqual(
    applyFixes(once, check(once, how)).map((one) => one.text),
    ['Nun… ja'],
  )
})

test('a rule that is off says nothing, and a studio may set its own limits', () => {
  const how = (profile: Asked['profile']): Asked => ({
    profile,
    language: 'deu',
    rate: rates[0]!,
    kind: 'subtitles',
  })
  const list: Cue[] = [{ start: 0, stop: 2000, text: 'Das ist alles, was...' }]
  const profile = profileFor('netflix', 'deu')
  assert.deepEqual(
    check(list, how(profile)).map(({ rule }) => rule),
    ['ELLIPSIS'],
  )
  assert.deepEqual(
    check(list, how({ ...profile, severities: { ...profile.severities, ELLIPSIS: 'off' } })),
    [],
  )
  assert.deepEqual(
    check(list, how(profileFor('netflix', 'deu', { charactersPerLine: 20 }))).map(
      ({ rule }) => rule,
    ),
    ['CPL', 'ELLIPSIS'],
  )
})

test('ten thousand lines are checked whole', () => {
  const rate = rates[1]!
  const texts = [
    'Überall dort, wo wir waren – nichts.',
    '<i>Ich habe es dir doch gesagt,</i><br>dass du nicht gehen sollst.',
    '-Kommst du?<br>-Gleich.',
    'Nun...',
  ]
  const list = Array.from({ length: 10_000 }, (_, index): Cue => ({
    start: millisecondsOf(index * 100, rate),
    stop: millisecondsOf(index * 100 + 86, rate),
    text: texts[index % 4]!,
  }))
  const found = check(list, {
    profile: profileFor('netflix', 'deu'),
    language: 'deu',
    rate,
    kind: 'subtitles',
  })
  assert.deepEqual(
    [found.length, new Set(found.map(({ rule }) => rule))],
    [2500, new Set(['ELLIPSIS'])],
  )
  assert.deepEqual(
    check(applyFixes(list, found), {
      profile: profileFor('netflix', 'deu'),
      language: 'deu',
      rate,
      kind: 'subtitles',
    }),
    [],
  )
})
