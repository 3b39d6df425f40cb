export { readDictionary, type Dictionary } from './dictionary.ts'
export {
  allowedWords,
  findMisspelled,
  SPELLING_LIMITS,
  type Misspelled,
  type SpellingLimits,
  type SpellingResult,
} from './misspelled.ts'
export { findWords, WORD, type TextWord } from './words.ts'
