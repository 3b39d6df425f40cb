import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineCue } from './timeline-props.ts'
import { lineToSelect } from './use-follow.ts'

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

test('selects the line at the playhead', () => {
  assert.equal(lineToSelect(cues, 500, null), 'a')
  assert.equal(lineToSelect(cues, 5_000, 'a'), 'c')
  assert.equal(lineToSelect(cues, 4_000, 'a'), undefined)
})

test('keeps the selected line where lines overlap', () => {
  assert.equal(lineToSelect(cues, 1_500, 'b'), undefined)
  assert.equal(lineToSelect(cues, 1_500, 'c'), 'a')
})
