// Helpers for tests of single check rules.
import assert from 'node:assert/strict'
import { check } from '../src/checks/check.ts'
import type { CheckOptions } from '../src/checks/context.ts'
import type { Limits } from '../src/checks/limits.ts'
import type { RuleId } from '../src/checks/rule-ids.ts'
import { frameToMs, type Cue, type FrameRate } from '../src/cue.ts'
import { profileFor } from '../src/profiles/profiles.ts'

export const FILM: FrameRate = { num: 24, den: 1 }
export const NTSC: FrameRate = { num: 30_000, den: 1001 }
export const PAL: FrameRate = { num: 25, den: 1 }

export type CheckSetup = Partial<Omit<CheckOptions, 'profile'>> & { name?: string; own?: Limits }
export const options = ({
  name = 'netflix',
  language = 'deu',
  own,
  ...rest
}: CheckSetup): CheckOptions => ({
  profile: profileFor(name, language, own),
  language,
  rate: FILM,
  kind: 'subtitles',
  ...rest,
})
export const cue = (text: string, more: Partial<Cue> = {}): Cue => ({
  start: 0,
  stop: 3000,
  text,
  ...more,
})
/** The findings of one rule. */
export const findingsOf = (rule: RuleId, cues: readonly Cue[], setup: CheckSetup = {}) =>
  check(cues, options(setup)).filter((finding) => finding.rule === rule)
export const cuesWith = (rule: RuleId, cues: readonly Cue[], setup: CheckSetup = {}) =>
  findingsOf(rule, cues, setup).map(({ line }) => line)
export const cuesAt = (spans: readonly (readonly [number, number])[], rate = FILM): Cue[] =>
  spans.map(([start, stop], index) =>
    cue(`Zeile ${'abcdef'[index]!}`, {
      start: frameToMs(start, rate),
      stop: frameToMs(stop, rate),
    }),
  )
export const assertPasses = (rule: RuleId, texts: readonly string[], setup: CheckSetup = {}) => {
  for (const text of texts) assert.deepEqual(findingsOf(rule, [cue(text)], setup), [], text)
}
/** The finding, and the text or times after its fix. */
export const assertFixes = (
  rule: RuleId,
  texts: readonly (readonly [string, string | undefined])[],
  setup: CheckSetup = {},
) => {
  for (const [text, fixed] of texts) {
    const found = findingsOf(rule, [cue(text)], setup)
    assert.equal(found.length, 1, text)
    assert.equal(found[0]!.fix?.text, fixed, text)
  }
}
