import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disguisedType, mismatch, presentFile, type StoredFile } from './rules.ts'

const measured = { length: 5, md5: 'b'.repeat(32) }

test('accepts anything without a declaration', () => {
  assert.equal(mismatch({ length: null, md5: null }, measured), undefined)
  assert.equal(mismatch(measured, measured), undefined)
})

test('reports another length or MD5', () => {
  assert.match(
    mismatch({ length: 4, md5: null }, measured)!,
    /received 5 bytes, but 4 were declared/,
  )
  assert.match(mismatch({ length: 5, md5: 'a'.repeat(32) }, measured)!, /MD5/)
  assert.match(
    mismatch({ length: 0, md5: null }, measured)!,
    /0 were declared/,
    'treats zero as a length',
  )
})

test('reports a media file name with other bytes', () => {
  for (const [name, mime] of [
    ['playlist.mp4', 'text/plain'],
    ['list.MOV', 'application/zip'],
    ['poster.jpeg', 'application/octet-stream'],
  ] as const)
    assert.equal(disguisedType(name, mime)?.code, 'media.unknown-format', name)
  for (const [name, mime] of [
    ['clip.mp4', 'video/mp4'],
    ['lines.srt', 'text/plain'],
    ['mp4', 'text/plain'],
    ['stem.wav', 'audio/wav'],
  ] as const)
    assert.equal(disguisedType(name, mime), undefined, name)
})

test("hides the storage location and the uploader's internals", () => {
  const stored: StoredFile = {
    _id: '1'.repeat(24),
    studio: 's',
    project: 'p',
    asset: 'a',
    owner: 'secret',
    name: 'x',
    language: null,
    country: null,
    tags: [],
    path: null,
    aspera: { username: '' },
    verified: true,
    embargo: { event: false, end: null },
    warnings: [{ code: 'w', message: 'Wrong.', severity: 'warning' }],
    media: null,
    length: 0,
    md5: 'm',
    sha256: 'h',
    mime: 'text/plain',
    created: 1,
    downloaded: true,
  }
  const shown = presentFile(stored, { host: 'h' })
  assert.ok(!('owner' in shown) && !('downloaded' in shown))
  assert.deepEqual(
    [shown.path, shown.$flags, shown.$aspera],
    [`files/${stored._id}`, ['verified', 'empty', 'warnings'], { downloaded: true }],
  )
})
