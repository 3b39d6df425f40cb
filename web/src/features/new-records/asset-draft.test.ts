import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetNameOf, fileKindOf, guessType } from './asset-draft.ts'

const TYPES = [
  { slug: 'poster', name: 'Poster', mediaType: 'image' },
  { slug: 'banner', name: 'Banner', mediaType: 'image' },
  { slug: 'spot', name: 'TV spot', mediaType: 'video' },
  { slug: 'trailer', name: 'Trailer', mediaType: 'video' },
]

test('names an asset after its file', () => {
  assert.equal(assetNameOf('THE-KITE_trailer_2.mov'), 'THE KITE trailer 2')
  assert.equal(assetNameOf('Kite 16-9.mp4'), 'Kite 16-9')
  assert.equal(assetNameOf('فيلم_قصير.mov'), 'فيلم قصير')
  assert.equal(assetNameOf('.mov'), '.mov')
})

test('recognizes films, images and sound by the extension', () => {
  assert.deepEqual(['a.MOV', 'a.tiff', 'a.wav', 'a.srt', 'mov'].map(fileKindOf), [
    'film',
    'image',
    'sound',
    'other',
    'other',
  ])
})

test('takes the type from the file name, or the usual one for the kind of file', () => {
  assert.equal(guessType('kite_spot_30.mov', TYPES), 'spot')
  assert.equal(guessType('kite.mov', TYPES), 'trailer')
  assert.equal(guessType('kite_banner.png', TYPES), 'banner')
  assert.equal(guessType('kite.png', TYPES), 'poster')
  assert.equal(guessType('kite.mov', []), undefined)
})
