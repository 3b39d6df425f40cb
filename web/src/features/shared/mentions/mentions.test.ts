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

test('a mention starts with an @ after a space', () => {
  assert.deepEqual(
    ['Hello @An', '@', 'ada@example', 'Hello @Annegret T', 'Hello'].map((text) =>
      mentionQuery(text, text.length),
    ),
    ['An', '', undefined, 'Annegret T', undefined],
  )
})

test('suggests people by any word of their name, ignoring accents', () => {
  assert.deepEqual(
    ['tannhu', 'oluwa', 'ade', 'x'].map((query) =>
      suggestPeople(PEOPLE, query).map(({ _id }) => _id),
    ),
    [['1'], ['3'], ['3'], []],
  )
  assert.equal(suggestPeople(PEOPLE, '').length, 3)
})

test('replaces the typed part with the full name', () => {
  assert.deepEqual(insertMention('Hi @An, done', 6, 'Annegret Tannhübel'), {
    text: 'Hi @Annegret Tannhübel , done',
    caret: 23,
  })
})

test('finds the people who are still mentioned', () => {
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
