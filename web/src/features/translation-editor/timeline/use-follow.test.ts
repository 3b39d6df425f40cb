import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineCue } from './timeline-props.ts'
import { lineAt } from './use-follow.ts'

const cue = (id: string, startMs: number, stopMs: number): TimelineCue => ({
  id,
  startMs,
  stopMs,
  text: '',
  source: '',
  hasError: false,
  isGraphics: false,
})
const cues = [cue('a', 0, 2_000), cue('b', 1_000, 3_000), cue('c', 5_000, 6_000)]

test('finds the line at the playhead', () => {
  assert.equal(lineAt(cues, 500, null), 'a')
  assert.equal(lineAt(cues, 5_000, 'a'), 'c')
  assert.equal(lineAt(cues, 4_000, 'a'), undefined)
})

test('keeps the selected line where lines overlap', () => {
  assert.equal(lineAt(cues, 1_500, 'b'), undefined)
  assert.equal(lineAt(cues, 1_500, 'c'), 'a')
})
