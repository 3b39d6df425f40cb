import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  moveCaret,
  toMarkup,
  insertText,
  setColour,
  charactersBefore,
  toggleStyle,
  toFieldText,
} from './field-text.ts'

test('converts markup to field text and back', () => {
  const texts = [
    'Hello.',
    '<i>Two<br>rows</i>',
    'a &lt; b &amp;&amp; c',
    '&lt;i&gt;not a tag&lt;/i&gt;',
    '<b><i>x</i></b><u>y</u>',
    'مرحبا <i>بك</i>',
    '你好<br>世界',
    '',
    'a\u00a0b',
    '&amp;amp;',
    '<c #ffff00>a</c>b',
    '<ruby>漢<rt>かん</rt></ruby><em>字</em><tcy>12</tcy>',
    '&lt;c #ffff00&gt;not a tag&lt;/c&gt; &lt;ruby&gt;',
  ]
  for (const text of texts) assert.equal(toMarkup(toFieldText(text)), text)
  assert.equal(toFieldText('<i>Two<br>rows</i> &amp; more'), '<i>Two\nrows</i> & more')
})

test('escapes other tags and leaves an unclosed one as typed', () => {
  assert.equal(toMarkup('a <script> & b'), 'a &lt;script&gt; &amp; b')
  assert.equal(toMarkup('<i>half'), '<i>half')
  assert.equal(toMarkup('x\ty\u0007'), 'x y ')
})

test('adds a style to the selection and removes it again', () => {
  const on = toggleStyle({ value: 'so it is', start: 3, end: 5 }, 'i')
  assert.deepEqual(on, { value: 'so <i>it</i> is', start: 6, end: 8 })
  assert.deepEqual(toggleStyle(on, 'i'), { value: 'so it is', start: 3, end: 5 })
  assert.deepEqual(toggleStyle({ value: '<b>all</b>', start: 0, end: 10 }, 'b'), {
    value: 'all',
    start: 0,
    end: 3,
  })
})

test('styles the whole text without a selection', () => {
  const on = toggleStyle({ value: 'all of it', start: 3, end: 3 }, 'i')
  assert.deepEqual(on, { value: '<i>all of it</i>', start: 6, end: 6 })
  assert.deepEqual(toggleStyle(on, 'i'), { value: 'all of it', start: 3, end: 3 })
})

test('colours the selection or the whole text, and removes the colour again', () => {
  const on = setColour({ value: 'so it is', start: 3, end: 5 }, '#ffff00')
  assert.deepEqual(on, { value: 'so <c #ffff00>it</c> is', start: 14, end: 16 })
  assert.equal(setColour({ value: 'all', start: 1, end: 1 }, '#ff0000').value, '<c #ff0000>all</c>')
  assert.equal(setColour({ ...on, start: 0, end: 0 }, undefined).value, 'so it is')
})

test('inserts a line break at the caret', () => {
  assert.deepEqual(insertText({ value: 'one two', start: 3, end: 4 }, '\n'), {
    value: 'one\ntwo',
    start: 4,
    end: 4,
  })
})

test('counts user-perceived characters without tags', () => {
  assert.equal(charactersBefore('<i>abc</i>d', 6), 3)
  assert.equal(charactersBefore('क्षa', 3), 1)
  assert.equal(charactersBefore('a\nb', 2), 2)
  assert.equal(charactersBefore('<ruby>漢<rt>かん</rt></ruby>字', 25), 1)
})

test('keeps the caret at the same words when somebody else changes the text', () => {
  assert.equal(moveCaret('one two', 'one and two', 7), 11)
  assert.equal(moveCaret('one two', 'one two three', 3), 3)
  assert.equal(moveCaret('one two', 'once two', 5), 6)
  assert.equal(moveCaret('abc', '', 2), 0)
})
