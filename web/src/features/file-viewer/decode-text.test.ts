import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'

test('reads UTF-8, UTF-16 and Windows-1252', () => {
  const utf16 = Buffer.from('\uFEFFŚliwa', 'utf16le')
  assert.equal(decodeText(new TextEncoder().encode('Śliwa €')), 'Śliwa €')
  assert.equal(decodeText(utf16), 'Śliwa')
  assert.equal(decodeText(utf16.swap16()), 'Śliwa')
  assert.equal(decodeText(Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c)), 'Müll')
})

test('leaves out a character that the range has cut', () => {
  assert.equal(decodeText(new TextEncoder().encode('12 €').slice(0, -1)), '12 ')
})
