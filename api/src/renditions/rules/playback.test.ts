import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StepState } from '../../files/contract.ts'
import {
  presentPlayback,
  playbackProgress,
  unplayableReason,
  type StoredPlayback,
} from './playback.ts'
import type { RenditionKind } from './steps.ts'

const step = (name: StepState['step'], status: StepState['status'], progress = 0): StepState => ({
  step: name,
  status,
  progress,
  reason: status === 'failed' ? { code: 'media.unreadable', message: `No ${name}.` } : null,
})
const playback = (
  steps: StepState[],
  renditions: RenditionKind[] = [],
  watermarks = false,
): StoredPlayback => ({
  kind: 'video',
  duration: 60,
  film: null,
  renditions,
  steps,
  watermarks,
})

test('reports no playback for a file without media', () => {
  assert.deepEqual(playbackProgress(null), { status: 'none', progress: 0 })
  assert.match(unplayableReason(null), /not a video/)
})

test('is ready as soon as the first rendition plays', () => {
  assert.equal(playbackProgress(playback([step('probe', 'waiting')])).status, 'waiting')
  assert.equal(playbackProgress(playback([step('probe', 'working')])).status, 'making')
  const probed = step('probe', 'ready')
  assert.deepEqual(
    playbackProgress(
      playback([
        probed,
        step('copy', 'skipped'),
        step('ladder', 'working', 0.4),
        step('sound', 'working', 0.9),
      ]),
    ),
    { status: 'making', progress: 0.4 },
  )
  assert.deepEqual(
    playbackProgress(
      playback([probed, step('copy', 'ready'), step('ladder', 'working', 0.4)], ['hls']),
    ),
    { status: 'ready', progress: 1 },
  )
  assert.equal(
    playbackProgress(
      playback([probed, step('poster', 'ready'), step('ladder', 'waiting')], ['poster', 'peaks']),
    ).status,
    'making',
    'a poster is not playable',
  )
})

test('fails with a reason when no rendition can play', () => {
  const unreadable = playback([step('probe', 'failed')])
  assert.deepEqual(
    [playbackProgress(unreadable).status, unplayableReason(unreadable)],
    ['failed', 'No probe.'],
  )
  const unplayable = playback([
    step('probe', 'ready'),
    step('copy', 'skipped'),
    step('ladder', 'failed'),
    step('picture', 'waiting'),
  ])
  assert.deepEqual(
    [playbackProgress(unplayable).status, unplayableReason(unplayable)],
    ['failed', 'No ladder.'],
  )
  assert.equal(
    playbackProgress(
      playback([step('probe', 'ready'), step('copy', 'failed'), step('ladder', 'waiting')]),
    ).status,
    'making',
  )
})

test('signs URLs of existing renditions, without pictures for watermarked films', () => {
  const sign = (path: string) => `signed:${path}`
  const steps = [step('probe', 'ready')]
  const shown = presentPlayback(
    playback(steps, ['hls', 'poster', 'storyboard']),
    '/previews/v',
    sign,
  )
  assert.deepEqual(
    [shown.poster, shown.storyboard, shown.peaks, shown.duration],
    ['signed:/previews/v/poster', 'signed:/previews/v/storyboard', null, 60],
  )
  const marked = presentPlayback(
    playback(steps, ['hls', 'poster', 'storyboard'], true),
    '/previews/v',
    sign,
  )
  assert.deepEqual([marked.poster, marked.storyboard], [null, null])
})
