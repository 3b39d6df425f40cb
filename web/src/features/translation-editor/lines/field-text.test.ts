import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carried, fragmentOf, insert, lettersBefore, restyle, typedOf } from './field-text.ts'

test('a text is typed as it is read, and comes back as it was', () => {
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
  ]
  for (const text of texts) assert.equal(fragmentOf(typedOf(text)), text)
  assert.equal(typedOf('<i>Two<br>rows</i> &amp; more'), '<i>Two\nrows</i> & more')
})

test('only the three tags are tags, and an open one is left as it was typed', () => {
  assert.equal(fragmentOf('a <script> & b'), 'a &lt;script&gt; &amp; b')
  assert.equal(fragmentOf('<i>half'), '<i>half')
  assert.equal(fragmentOf('x\ty\u0007'), 'x y ')
})

test('a style is put around what is chosen, and taken off again', () => {
  const on = restyle({ value: 'so it is', start: 3, end: 5 }, 'i')
  assert.deepEqual(on, { value: 'so <i>it</i> is', start: 6, end: 8 })
  assert.deepEqual(restyle(on, 'i'), { value: 'so it is', start: 3, end: 5 })
  assert.deepEqual(restyle({ value: '<b>all</b>', start: 0, end: 10 }, 'b'), {
    value: 'all',
    start: 0,
    end: 3,
  })
})

test('without a choice the whole line is meant', () => {
  const on = restyle({ value: 'all of it', start: 3, end: 3 }, 'i')
  assert.deepEqual(on, { value: '<i>all of it</i>', start: 6, end: 6 })
  assert.deepEqual(restyle(on, 'i'), { value: 'all of it', start: 3, end: 3 })
})

test('a row is broken at the caret', () => {
  assert.deepEqual(insert({ value: 'one two', start: 3, end: 4 }, '\n'), {
    value: 'one\ntwo',
    start: 4,
    end: 4,
  })
})

test('letters are counted as people see them, without tags', () => {
  assert.equal(lettersBefore('<i>abc</i>d', 6), 3)
  assert.equal(lettersBefore('क्षa', 3), 1)
  assert.equal(lettersBefore('a\nb', 2), 2)
})

test('a caret stays with its words when somebody else changes the text', () => {
  assert.equal(carried('one two', 'one and two', 7), 11)
  assert.equal(carried('one two', 'one two three', 3), 3)
  assert.equal(carried('one two', 'once two', 5), 6)
  assert.equal(carried('abc', '', 2), 0)
})
