// The words of a translation that no dictionary contains, for editors that check while people type.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { BoundedArray, IdParams, StrictObject } from '../../kernel/http/contract/schema.ts'
import { SpellingState, Word } from '../../spelling/contract.ts'
import { MisspelledWord } from '../../subtitles/contract.ts'

export const MAX_SPELLED_WORDS = 2_000

/** Only the first words have suggestions. Ask for a few words to get them for all. */
export const SpellingResult = StrictObject({
  state: SpellingState,
  words: Type.Array(MisspelledWord),
})
export type SpellingResult = Static<typeof SpellingResult>

export const checkSpelling = endpoint({
  unaudited: 'looking words up changes nothing',
  method: 'POST',
  path: '/translations/:id/spelling',
  access: 'signed-in',
  load: 'read',
  summary: 'Find the words that are not in the dictionary, the glossary or the word list',
  params: IdParams,
  body: StrictObject({ words: BoundedArray(Word, MAX_SPELLED_WORDS) }),
  reply: SpellingResult,
})
