// Properties that hold for any cues: no rule throws, and no fix does harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RULE_IDS, type RuleId } from './rule-ids.ts'
import { frameToMs, type Cue } from '../cue.ts'
import { plainText } from '../markup.ts'
import { profileFor } from '../profiles/profiles.ts'
import { FRAME_RATES, anyCues, anyOptions } from '../../test/check-inputs.ts'
import { check } from './check.ts'
import { applyFixes } from '../fixes/apply.ts'
import type { CheckOptions } from './context.ts'

const any = (holds: (cues: Cue[], options: CheckOptions) => void, numRuns = 400) =>
  fc.assert(fc.property(anyCues, anyOptions, holds), { numRuns })

test('returns well-formed findings in cue order, at most one per rule and cue', () => {
  any((list, how) => {
    const found = check(list, how)
    for (const { rule, line, message } of found) {
      assert.ok(RULE_IDS.includes(rule), rule)
      assert.ok(line >= 1 && line <= list.length, `${rule} ${line}`)
      assert.ok(message.length > 0, rule)
    }
    assert.deepEqual(
      found.map(({ line }) => line),
      found.map(({ line }) => line).toSorted((one, other) => one - other),
    )
    assert.equal(new Set(found.map(({ line, rule }) => `${line} ${rule}`)).size, found.length)
  })
})

test('reports text findings independently of neighbouring cues', () => {
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
    const describeFindings = (some: Cue[]) =>
      check(some, how)
        .filter(({ rule }) => own.includes(rule))
        .map(({ rule, line, message }) => `${rule} ${message} ${JSON.stringify(some[line - 1])}`)
        .toSorted()
    assert.deepEqual(describeFindings(list.toReversed()), describeFindings(list))
  }, 300)
})

test('resolves the findings of a rule by its fixes', () =>
  any((list, how) => {
    const found = check(list, how)
    for (const rule of new Set(found.map((finding) => finding.rule))) {
      const fixed = found.filter((finding) => finding.rule === rule && finding.fix)
      const fixedCues = applyFixes(list, fixed)
      // Where cues already conflict, one fix may have to wait for another.
      const taken = fixed
        .filter(({ line, fix }) =>
          Object.entries(fix!).every(
            ([field, value]) => fixedCues[line - 1]![field as keyof Cue] === value,
          ),
        )
        .map(({ line }) => line)
      const left = check(fixedCues, how).filter(
        (finding) => finding.rule === rule && taken.includes(finding.line),
      )
      assert.deepEqual(left, [], rule)
    }
  }))

test('fixes idempotently, without new overlaps, disorder or empty cues', () =>
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
      const fixedCues = applyFixes(list, some)
      assert.deepEqual(applyFixes(fixedCues, some), fixedCues)
      for (const [index, { start, stop }] of fixedCues.entries())
        assert.ok(start < stop || !(list[index]!.start < list[index]!.stop))
      assert.deepEqual(
        bad(fixedCues).filter((one) => !then.includes(one)),
        [],
      )
    }
  }))

test('loses no letter in a fix, except spelled-out digits', () =>
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

test('applies the first of two fixes to one text', () => {
  const [list, how]: [Cue[], CheckOptions] = [
    [{ start: 0, stop: 2000, text: 'Nun...  ja' }],
    {
      profile: profileFor('netflix', 'deu'),
      language: 'deu',
      rate: FRAME_RATES[0]!,
      kind: 'subtitles',
    },
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

test('skips disabled rules and applies custom limits', () => {
  const how = (profile: CheckOptions['profile']): CheckOptions => ({
    profile,
    language: 'deu',
    rate: FRAME_RATES[0]!,
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

test('checks ten thousand cues', () => {
  const rate = FRAME_RATES[1]!
  const texts = [
    'Überall dort, wo wir waren – nichts.',
    '<i>Ich habe es dir doch gesagt,</i><br>dass du nicht gehen sollst.',
    '-Kommst du?<br>-Gleich.',
    'Nun...',
  ]
  const list = Array.from({ length: 10_000 }, (_, index): Cue => ({
    start: frameToMs(index * 100, rate),
    stop: frameToMs(index * 100 + 86, rate),
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
