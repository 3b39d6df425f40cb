import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarkupError } from '@reelay/subtitles'
import { joinSegments, splitSegments } from './segments.ts'
import { markTerms, sourceText, targetText } from './terms.ts'

test('sends plain text, and each speaker of a dialogue alone', () => {
  assert.deepEqual(splitSegments('<i>We &amp; you<br>go</i>'), ['We & you go'])
  assert.deepEqual(splitSegments('- Who?<br>– Me.'), ['Who?', 'Me.'])
  assert.deepEqual(splitSegments('-Well'), ['-Well'])
  assert.deepEqual(splitSegments('<br>'), [])
})

test('restores styles of the whole line, dashes and the row break', () => {
  assert.equal(joinSegments('<i>Go</i>', ['Geh']), '<i>Geh</i>')
  assert.equal(joinSegments('Go <i>now</i>', ['Geh jetzt']), 'Geh jetzt')
  assert.equal(joinSegments('<c #ffff00>Go</c>', ['Geh']), '<c #ffff00>Geh</c>')
  assert.equal(joinSegments('- Who?<br>– Me.', ['Wer?', '- Ich.']), '- Wer?<br>– Ich.')
  assert.equal(joinSegments('One two<br>three', ['Eins zwei drei']), 'Eins zwei<br>drei')
  assert.equal(joinSegments('One<br>two', ['一二三']), '一二三')
})

test('writes valid markup for any answer', () => {
  for (const answer of ['<script>', 'a & b', '\u0000\u0007x\ny', '<i>open', ']]>', '<br>'])
    assert.equal(findMarkupError(joinSegments('<i>Go<br>on</i>', [answer])), undefined, answer)
})

test('finds terms as whole words, the longest first', () => {
  const terms = [
    { source: 'the harbour', target: 'der Hafen' },
    { source: 'harbour', target: 'Hafen' },
    { source: 'Ann', target: 'Anna' },
    { source: '港', target: 'Hafen' },
  ]
  const text = markTerms('The Harbour, a harbour, Annie and Ann. 港へ', terms)
  assert.equal(targetText(text), 'der Hafen, a Hafen, Annie and Anna. Hafenへ')
  assert.equal(sourceText(markTerms('a (b) ann*', [{ source: '(b)', target: 'x' }])), 'a (b) ann*')
})
