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

test('uses the media type of the file, otherwise of the asset', () => {
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

test('signs the URL for the reader', () => {
  assert.equal(
    presentPreview(stored, { host: 'h', sign: (path) => `signed:${path}` }).path,
    'signed:/previews/v/content',
  )
})

test('omits the file and the signature inside an asset', () => {
  const embedded = embedPreview(stored, { host: 'h', keyId: 'k' })
  assert.ok(!('file' in embedded))
  assert.deepEqual(embedded.cdn, { domain: 'h', path: '/api/previews/v/content', key: 'k' })
})
