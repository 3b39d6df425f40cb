import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translationPart } from './translation-part.ts'

test('names the part of the work request that a translation covers', () => {
  const request = { translation: { _id: 'spoken' }, graphicsTranslation: { _id: 'cards' } }
  assert.equal(translationPart(request, request.translation), 'dialogue')
  assert.equal(translationPart(request, request.graphicsTranslation), 'graphics')
})
