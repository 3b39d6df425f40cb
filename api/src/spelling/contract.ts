import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  IdParams,
  Language,
  Links,
  Removed,
  Seconds,
  ShortText,
  StrictObject,
  StrictPartial,
} from '../kernel/http/contract/schema.ts'
import { MisspelledWord } from '../subtitles/contract.ts'

export const MAX_WORD_LENGTH = 64
export const Word = Type.String({ minLength: 2, maxLength: MAX_WORD_LENGTH, pattern: '^\\S+$' })

/**
 * `incomplete`: the text has more unknown words than one check looks up. `no-dictionary`: there is
 * none for the language. `unavailable`: the dictionary cannot be read, or the service is busy.
 */
export const SPELLING_STATES = ['checked', 'incomplete', 'no-dictionary', 'unavailable'] as const
export const SpellingState = Type.Enum([...SPELLING_STATES])
export type SpellingState = Static<typeof SpellingState>

export const MAX_SPELLED_WORDS = 2_000
/** What editors send while people type. */
export const SpelledWords = StrictObject({ words: BoundedArray(Word, MAX_SPELLED_WORDS) })
/** Only the first words have suggestions. Ask for a few words to get them for all. */
export const SpellingResult = StrictObject({
  state: SpellingState,
  words: Type.Array(MisspelledWord),
})
export type SpellingResult = Static<typeof SpellingResult>

/** A word that the spelling check accepts in all scripts and translations in the language. */
export const StudioWord = StrictObject({
  _id: Id,
  studio: Id,
  language: Language,
  word: Type.String(),
  created: Seconds,
  $links: Links('studio'),
})
export type StudioWord = Static<typeof StudioWord>

const WordParams = StrictObject({ id: IdOrSlug, word: Id })
export const listStudioWords = endpoint({
  method: 'GET',
  path: '/studios/:id/words',
  access: 'translation.approve',
  summary: 'List the words that a studio added to its dictionaries',
  params: IdParams,
  list: true,
  query: StrictPartial(StrictObject({ q: ShortText, language: Language })),
  reply: StudioWord,
})
export const getStudioWord = endpoint({
  method: 'GET',
  path: '/studios/:id/words/:word',
  access: 'translation.approve',
  summary: 'Read a word that a studio added',
  params: WordParams,
  reply: StudioWord,
})
export const addStudioWord = endpoint({
  method: 'POST',
  path: '/studios/:id/words',
  access: 'translation.approve',
  summary: 'Add a word to the dictionary of a studio; a word that it has already stays as it is',
  params: IdParams,
  body: StrictObject({ language: Language, word: Word }),
  record: StudioWord,
  reply: StudioWord,
})
export const removeStudioWord = endpoint({
  method: 'DELETE',
  path: '/studios/:id/words/:word',
  access: 'translation.approve',
  summary: 'Remove a word from the dictionary of a studio',
  params: WordParams,
  reply: Removed,
})
