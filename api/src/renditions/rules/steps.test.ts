import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Probe } from '@reelay/media/types'
import { watermarkLines } from './watermark.ts'
import { jobKindOf, stepsAfter } from './steps.ts'

const film = (width: number, height: number, more: Partial<Probe> = {}): Probe => ({
  kind: 'video',
  format: 'mov',
  duration: 60,
  bitRate: null,
  timecode: null,
  copyable: true,
  audio: [
    {
      codec: 'aac',
      channels: 2,
      layout: 'stereo',
      sampleRate: 48_000,
      bitRate: null,
      language: null,
    },
  ],
  video: {
    codec: 'h264',
    profile: null,
    width,
    height,
    frameRate: '25/1',
    scan: 'progressive',
    pixelFormat: 'yuv420p',
    bitDepth: 8,
    bitRate: null,
    aspect: '16:9',
  },
  ...more,
})
const possible = (probe: Probe) =>
  stepsAfter(probe)
    .filter((step) => step.possible)
    .map(({ step }) => step)
const stepsIn = (pool: string) =>
  possible(film(1920, 1080)).filter((step) => jobKindOf(step) === pool)

test('runs the steps that make a film playable first in each pool', () => {
  assert.deepEqual(stepsIn('process-media'), ['poster'])
  assert.deepEqual(stepsIn('scan-media'), ['copy', 'storyboard', 'sound'])
  assert.deepEqual(stepsIn('transcode'), ['ladder', 'picture'])
})

test('skips the steps that a file does not allow', () => {
  const steps = stepsAfter(film(320, 240, { copyable: false, audio: [] }))
  assert.deepEqual(
    steps.filter((step) => !step.possible).map(({ step }) => step),
    ['copy', 'sound'],
  )
})

test('runs other steps for audio and images', () => {
  assert.deepEqual(possible(film(0, 0, { kind: 'audio', video: null })), ['ladder', 'sound'])
  assert.deepEqual(possible(film(4000, 3000, { kind: 'image', audio: [] })), ['image'])
})

test('writes a watermark of three lines for any name', () => {
  assert.deepEqual(
    watermarkLines({
      name: 'Ada\n\u202eLovelace\u0000',
      email: 'ada@example.com',
      time: 1_800_000_059,
    }),
    ['Ada Lovelace', 'ada@example.com', '2027-01-15 08:00 UTC'],
  )
  assert.equal(watermarkLines({ name: 'x'.repeat(300), email: '', time: 0 })[0]!.length, 80)
})
