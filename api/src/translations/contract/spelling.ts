// The words of a translation that no dictionary contains, for editors that check while people type.
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { IdParams } from '../../kernel/http/contract/schema.ts'
import { SpelledWords, SpellingResult } from '../../spelling/contract.ts'

export const checkSpelling = endpoint({
  unaudited: 'looking words up changes nothing',
  method: 'POST',
  path: '/translations/:id/spelling',
  access: 'signed-in',
  load: 'read',
  summary: 'Find the words that are not in the dictionary, the glossary or the word list',
  params: IdParams,
  body: SpelledWords,
  reply: SpellingResult,
})
