import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embedPreview, presentPreview, previewType, type PreviewWithPlayback } from './rules.ts'

const stored: PreviewWithPlayback = {
  _id: 'v',
  asset: 'a',
  project: 'p',
  studio: 's',
  file: 'f',
  revision: '1',
  label: 'v1',
  language: null,
  type: 'video',
  created: 1,
  playback: null,
}

test('video, audio and pictures are what their bytes are; anything else is what the asset is', () => {
  assert.deepEqual(
    ['video/mp4', 'audio/wav', 'image/png'].map((mime) => previewType(mime, 'other')),
    ['video', 'audio', 'image'],
  )
  assert.deepEqual(
    ['text/plain', 'application/pdf', 'videoish/x', '', null].map((mime) =>
      previewType(mime, 'image'),
    ),
    ['image', 'image', 'image', 'image', 'image'],
  )
})

test('the address is signed for the one who reads', () => {
  assert.equal(
    presentPreview(stored, { host: 'h', sign: (path) => `signed:${path}` }).path,
    'signed:/previews/v/content',
  )
})

test('inside an asset a preview names no file and carries no signature', () => {
  const embedded = embedPreview(stored, { host: 'h', keyId: 'k' })
  assert.ok(!('file' in embedded))
  assert.deepEqual(embedded.cdn, { domain: 'h', path: '/api/previews/v/content', key: 'k' })
})
