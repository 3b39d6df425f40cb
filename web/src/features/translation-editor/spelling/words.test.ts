import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditorLine } from '../model/draft.ts'
import { newWords, positionsOf, replaceWord, resultsOf, withSpelling } from './words.ts'

const lineOf = (id: string, text: string) => ({ _id: id, text }) as EditorLine

test('asks for each word once, up to a limit', () => {
  const lines = [lineOf('a', '<i>Helllo</i> you,<br>you 4K'), lineOf('b', 'helllo NASA')]
  assert.deepEqual(newWords(lines, new Map([['you', null]]), 10), ['Helllo', 'helllo'])
  assert.deepEqual(newWords(lines, new Map(), 1), ['Helllo'])
})

test('adds a finding to lines with misspelled words only, behind their others', () => {
  const lines = [lineOf('a', 'Fine.'), lineOf('b', 'Helllo wrld, helllo')]
  const other = {
    rule: 'CPS' as const,
    severity: 'error' as const,
    line: 2,
    value: 1,
    limit: 1,
    message: '',
  }
  const lookedUp = new Map<string, readonly string[] | null>([
    ['Helllo', ['Hello']],
    ['wrld', []],
    ['Fine', null],
  ])
  const findings = withSpelling(new Map([['b', [other]]]), lines, { lookedUp, severity: 'warning' })
  assert.deepEqual([...findings.keys()], ['b'])
  const [first, spelling] = findings.get('b')!
  assert.equal(first, other)
  assert.deepEqual(spelling!.words, [
    { word: 'Helllo', suggestions: ['Hello'] },
    { word: 'wrld', suggestions: [] },
  ])
  const off = withSpelling(new Map(), lines, { lookedUp, severity: 'off' })
  assert.equal(off.size, 0)
})

test('does not take words for right that an incomplete check did not reach', () => {
  const words = [{ word: 'Helllo', suggestions: ['Hello'] }]
  const asked = ['Helllo', 'you']
  assert.deepEqual(
    [...resultsOf(asked, { state: 'checked', words })],
    [
      ['Helllo', ['Hello']],
      ['you', null],
    ],
  )
  assert.deepEqual([...resultsOf(asked, { state: 'incomplete', words })], [['Helllo', ['Hello']]])
  assert.deepEqual(
    [...resultsOf(asked, { state: 'incomplete', words }, true)],
    [
      ['Helllo', ['Hello']],
      ['you', 'unchecked'],
    ],
  )
  const lookedUp = new Map([['you', 'unchecked' as const]])
  const lines = [lineOf('a', 'you')]
  assert.equal(withSpelling(new Map(), lines, { lookedUp, severity: 'warning' }).size, 0)
})

test('replaces whole words and keeps tags', () => {
  assert.equal(
    replaceWord('<i>Helllo</i> Helllos<br>Helllo-you &amp; Helllo', 'Helllo', 'Hello'),
    '<i>Hello</i> Helllos<br>Helllo-you &amp; Hello',
  )
  assert.equal(replaceWord('He<b>ll</b>lo', 'Helllo', 'Hello'), 'Hello')
})

test('finds the positions of misspelled words', () => {
  assert.deepEqual(positionsOf('A helllo b', new Set(['helllo'])), [{ word: 'helllo', at: 2 }])
})
