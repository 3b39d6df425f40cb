import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalMarkup } from '../markup.ts'
import { plainMarkup } from './markup-builder.ts'

test('reads rows with simple tags without a builder', () => {
  assert.equal(plainMarkup('<i>Ja,\nbitte</i>'), '<i>Ja,<br>bitte</i>')
  assert.equal(plainMarkup('- <b>Ja</b>\n- <i>Nein</i>'), '- <b>Ja</b><br>- <i>Nein</i>')
  for (const rows of [
    '<i>a</i><i>b</i>',
    '<i>a</i>\n<i>b</i>',
    '<i>\na</i>',
    '<i>a<b>b</b></i>',
    '<i>a</b>',
    '<i></i>',
    '<i>a',
    'a < b',
    '<i>a</i> > b',
    '<i>a &amp; b</i>',
  ])
    assert.equal(plainMarkup(rows), undefined, rows)
})

test('returns canonical markup', () => {
  const piece = fc.constantFrom('<i>', '</i>', '<b>', '</b>', 'a', ' ', '\n', '>', '<')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const markup = plainMarkup(pieces.join(''))
      if (markup !== undefined) assert.equal(canonicalMarkup(markup), markup)
    }),
    { numRuns: 5000 },
  )
})
