import assert from 'node:assert/strict'
import type { Cue, FrameRate } from '../src/cue.ts'
import type { Format } from '../src/formats/format.ts'

/** Helpers to read text in a format in tests. */
export function readingOf(format: Format, rate: FrameRate = { num: 25, den: 1 }) {
  const read = (text: string, strict: boolean) =>
    format.read(new TextEncoder().encode(text), { rate, strict })
  return {
    /** In both modes. */
    readCues: (text: string): Cue[] => {
      const outcome = read(text, true)
      assert.ok(outcome.ok, JSON.stringify(outcome))
      assert.deepEqual(read(text, false), outcome)
      return outcome.cues
    },
    /** Without strict mode: the cues, and `line:column lost` of each warning. */
    readRepaired: (text: string): [Cue[], string[]] => {
      const outcome = read(text, false)
      assert.ok(outcome.ok, JSON.stringify(outcome))
      return [
        outcome.cues,
        outcome.warnings.map(({ line, column, lost }) =>
          line === undefined ? lost : `${line}:${column} ${lost}`,
        ),
      ]
    },
    /** `line:column message` of each error. */
    readErrors: (text: string): string[] => {
      const outcome = read(text, true)
      assert.ok(!outcome.ok, JSON.stringify(outcome))
      return outcome.errors.map(({ line, column, message }) => `${line}:${column} ${message}`)
    },
  }
}
