import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { files } from '@reelay/api/contract'
import { groupFiles, kindOf } from './group-files.ts'

const file = (name: string, more: Partial<files.File> = {}) =>
  ({
    name,
    mime: null,
    media: null,
    language: null,
    country: null,
    created: 1,
    ...more,
  }) as files.File
const probed = (kind: 'video' | 'audio' | 'image') => ({ probe: { kind } }) as files.File['media']
const names = (listed: files.File[]) =>
  groupFiles(listed).map(({ kind, files: found }) => [
    kind,
    found.map(({ newest, earlier }) => [newest, ...earlier].map(({ name }) => name)),
  ])

test('tells the kind of a file by its content, then by its name', () => {
  assert.equal(kindOf(file('a.txt', { media: probed('video') })), 'film')
  assert.equal(kindOf(file('a.bin', { mime: 'application/mxf' })), 'film')
  assert.equal(kindOf(file('a.mov', { mime: 'audio/wav' })), 'sound')
  assert.equal(kindOf(file('poster', { mime: 'image/png' })), 'image')
  assert.equal(kindOf(file('a', { mime: 'application/pdf' })), 'text')
  assert.equal(kindOf(file('a.stl', { mime: 'application/octet-stream' })), 'text')
  assert.equal(kindOf(file('a.zip', { mime: 'application/zip' })), 'other')
})

test('groups versions of a file, with the highest number first', () => {
  const film = { media: probed('video') }
  assert.deepEqual(
    names([
      file('poster.png', { mime: 'image/png' }),
      file('trailer_v2.mov', film),
      file('Trailer_v10.mov', film),
      file('trailer.mov', film),
      file('trailer_v3_DE.mov', film),
    ]),
    [
      ['film', [['Trailer_v10.mov', 'trailer_v2.mov', 'trailer.mov'], ['trailer_v3_DE.mov']]],
      ['image', [['poster.png']]],
    ],
  )
})

test('puts the latest upload first where names are equal', () => {
  const [group] = groupFiles([file('a.srt', { created: 1 }), file('a.srt', { created: 2 })])
  assert.deepEqual([group!.files[0]!.newest.created, group!.files[0]!.earlier.length], [2, 1])
})

test('keeps files of different languages, formats and numbers apart', () => {
  const apart = [
    file('a.srt', { language: 'deu' }),
    file('a.srt', { language: 'fra' }),
    file('a.vtt'),
    file('reel 1.txt'),
    file('reel 2.txt'),
    file('rev12.txt'),
  ]
  assert.equal(groupFiles(apart)[0]!.files.length, apart.length)
})
