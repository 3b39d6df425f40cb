export { readDictionary, type Dictionary } from './dictionary.ts'
export {
  allowedWords,
  findMisspelled,
  SPELLING_LIMITS,
  type Misspelled,
  type SpellingLimits,
  type MisspelledResult,
} from './misspelled.ts'
export { findWords, WORD, type TextWord } from './words.ts'
