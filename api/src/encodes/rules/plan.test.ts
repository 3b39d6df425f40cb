import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planDeliverables, frameFor, filmFrame } from './plan.ts'

const WIDE = { width: 1920, height: 1080, aspect: '16:9' }
const NONE = { items: [], details: [] }
const GERMANY = { territory: 'DE', language: 'deu' }

test('plans each detail of each use once', () => {
  const deliverables = planDeliverables({
    uses: {
      items: ['Online', 'Broadcast', 'Print', 'Dcp'],
      details: {
        Online: [
          { value: '1080p', ship: false },
          { value: 'Square 1080p', ship: false },
          { value: '1080p', ship: true },
        ],
      },
    },
    dcp: NONE,
    ...GERMANY,
  })
  assert.deepEqual(
    deliverables
      .filter(({ kind }) => kind === 'deliverable')
      .map(({ use, value }) => `${use} ${value}`.trim()),
    ['Online 1080p', 'Online Square 1080p', 'Broadcast'],
  )
  const formats = deliverables.filter(({ kind }) => kind === 'sidecar').map(({ value }) => value)
  assert.deepEqual(formats, ['srt', 'vtt', 'ttml', 'stl', 'dcp'])
})

test('plans DCP and STL files only for cinema and broadcast', () => {
  const formats = planDeliverables({
    uses: { items: ['Online'], details: {} },
    dcp: NONE,
    ...GERMANY,
  }).map(({ value }) => value)
  assert.ok(!formats.includes('stl') && !formats.includes('dcp') && formats.includes('srt'))
})

test('plans a file by the delivery profile of the studio instead of the usual one', () => {
  const order = {
    uses: { items: ['Broadcast', 'Online'], details: {} },
    dcp: NONE,
    ...GERMANY,
  } as const
  const sidecars = planDeliverables(
    { ...order, uses: { items: [...order.uses.items], details: {} } },
    [
      { use: 'Broadcast', territory: 'DE', profile: 'stl-teletext' },
      { use: 'Online', territory: 'FR', profile: 'youtube' },
    ],
  )
    .filter(({ kind }) => kind === 'sidecar')
    .map(({ use, value }) => `${use} ${value}`.trim())
  assert.deepEqual(sidecars, ['srt', 'vtt', 'ttml', 'Broadcast stl-teletext'])
})

test('uses the ordered frame', () => {
  const frame = (value: string, standard: 'PAL' | 'NTSC' | null = null, use = 'Online') =>
    frameFor({ use, value }, WIDE, standard)
  assert.deepEqual(frame('1080p'), { width: 1920, height: 1080 })
  assert.deepEqual(frame('720p'), { width: 1280, height: 720 })
  assert.deepEqual(frame('Square 1080p'), { width: 1080, height: 1080 })
  assert.deepEqual(frame('Vertical 1920p'), { width: 1080, height: 1920 })
  assert.deepEqual(frame('HD', 'PAL', 'Broadcast'), { width: 1920, height: 1080 })
  assert.deepEqual(frame('SD 16:9', 'PAL', 'Broadcast'), {
    width: 720,
    height: 576,
    aspect: 16 / 9,
  })
  assert.deepEqual(frame('SD 4:3', 'NTSC', 'Broadcast'), { width: 720, height: 480, aspect: 4 / 3 })
})

test('chooses the frame by the shape of the film if no detail was ordered', () => {
  const frame = (aspect: string) =>
    frameFor({ use: 'Online', value: '' }, { width: 100, height: 100, aspect }, null)
  assert.deepEqual(
    ['16:9', '1:1', '9:16', '2.39:1']
      .map((aspect) => frame(aspect))
      .map(({ width, height }) => `${width}x${height}`),
    ['1920x1080', '1080x1080', '1080x1920', '1920x1080'],
  )
})

test('limits an offline to 1080 with even sides', () => {
  assert.deepEqual(filmFrame(WIDE, 'offline'), { width: 1920, height: 1080 })
  assert.deepEqual(filmFrame({ width: 720, height: 576, aspect: '16:9' }, 'offline'), {
    width: 1024,
    height: 576,
  })
  assert.deepEqual(filmFrame({ width: 2160, height: 3840, aspect: '9:16' }, 'offline'), {
    width: 1080,
    height: 1920,
  })
  const side = fc.integer({ min: 16, max: 8192 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const frame = filmFrame({ width, height, aspect: `${width}:${height}` }, 'offline')
      assert.ok(
        frame.width % 2 === 0 &&
          frame.height % 2 === 0 &&
          Math.min(frame.width, frame.height) <= 1080,
      )
    }),
  )
})
