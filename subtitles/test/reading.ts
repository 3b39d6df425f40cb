import assert from 'node:assert/strict'
import type { Cue, FrameRate } from '../src/cue.ts'
import type { Format } from '../src/formats/format.ts'

/** Helpers to read text in a format in tests. */
export function readingOf(format: Format, rate: FrameRate = { num: 25, den: 1 }) {
  const read = (text: string) => format.read(new TextEncoder().encode(text), { rate })
  return {
    readCues: (text: string): Cue[] => {
      const outcome = read(text)
      assert.ok(outcome.ok, JSON.stringify(outcome))
      return outcome.cues
    },
    /** `line:column message` of each error. */
    readErrors: (text: string): string[] => {
      const outcome = read(text)
      assert.ok(!outcome.ok, JSON.stringify(outcome))
      return outcome.errors.map(({ line, column, message }) => `${line}:${column} ${message}`)
    },
  }
}
