import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  mentionedPeople,
  mentionQuery,
  splitMentions,
  suggestPeople,
  insertMention,
} from './mentions.ts'

const PEOPLE = [
  { _id: '1', name: 'Annegret Tannhübel' },
  { _id: '2', name: 'Piet' },
  { _id: '3', name: 'Olúwaṣeun Adékárìmí' },
]

test('a name begins after an @ that stands alone', () => {
  assert.deepEqual(
    ['Hello @An', '@', 'ada@example', 'Hello @Annegret T', 'Hello'].map((text) =>
      mentionQuery(text, text.length),
    ),
    ['An', '', undefined, 'Annegret T', undefined],
  )
})

test('people are found by any word of their name, without accents', () => {
  assert.deepEqual(
    ['tannhu', 'oluwa', 'ade', 'x'].map((begun) =>
      suggestPeople(PEOPLE, begun).map(({ _id }) => _id),
    ),
    [['1'], ['3'], ['3'], []],
  )
  assert.equal(suggestPeople(PEOPLE, '').length, 3)
})

test('the name that was chosen takes the place of what was typed', () => {
  assert.deepEqual(insertMention('Hi @An, done', 6, 'Annegret Tannhübel'), {
    text: 'Hi @Annegret Tannhübel , done',
    caret: 23,
  })
})

test('who is called is who still stands there', () => {
  assert.deepEqual(
    mentionedPeople('@Piet, look', PEOPLE).map(({ _id }) => _id),
    ['2'],
  )
  assert.deepEqual(splitMentions('Hi @Piet (and @nobody)', PEOPLE), [
    { text: 'Hi ', isName: false },
    { text: '@Piet', isName: true },
    { text: ' (and @nobody)', isName: false },
  ])
  assert.deepEqual(splitMentions('a.c', []), [{ text: 'a.c', isName: false }])
})
