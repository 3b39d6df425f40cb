import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matches, isId, isTimecode, splitByMatch } from './match.ts'

const shown = (name: string, typed: string) =>
  splitByMatch(name, typed)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test('marks the match regardless of case and accents', () => {
  assert.equal(shown('Trailer Éclair', 'ecl'), 'Trailer [Écl]air')
  assert.equal(shown('Trailer E\u0301clair', 'ÉCL'), 'Trailer [E\u0301cl]air')
  assert.equal(shown('المقطع الدعائي', 'دعا'), 'المقطع ال[دعا]ئي')
  assert.equal(shown('Teaser', ''), 'Teaser')
  assert.equal(shown('Teaser', 'x'), 'Teaser')
  assert.ok(matches('Go to Reports', ' REPO') && !matches('Today', 'x'))
})

test('recognizes timecodes and ids', () => {
  assert.deepEqual(['1:02', '00:01:02', '00:01:02:03', '99', '1:99', 'a:02'].map(isTimecode), [
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  assert.deepEqual(['6af9a565110dbe319d0f986f', '6af9a565', 'trailer'].map(isId), [
    true,
    false,
    false,
  ])
})
