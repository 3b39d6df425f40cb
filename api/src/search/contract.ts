import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { Id, Nullable, StrictObject } from '../kernel/http/contract/schema.ts'
import { ScriptPart } from '../scripts/contract.ts'

export const SEARCH_KINDS = ['asset', 'workrequest', 'file', 'line', 'comment'] as const

/**
 * `name`: the name of the asset or file, or the text of the line or comment. `context`: the project
 * or the asset. `asset` is a slug. `start`: where a line begins, in milliseconds. `part`: the list
 * that a line is in; null for additional translations.
 */
export const SearchHit = StrictObject({
  kind: Type.Enum([...SEARCH_KINDS]),
  _id: Id,
  name: Type.String(),
  context: Type.String(),
  asset: Type.String(),
  workRequest: Nullable(Id),
  offline: Nullable(Id),
  language: Nullable(Type.String()),
  territory: Nullable(Type.String()),
  status: Nullable(Type.String()),
  start: Nullable(Type.Integer()),
  part: Nullable(ScriptPart),
})
export type SearchHit = Static<typeof SearchHit>

export const search = endpoint({
  method: 'GET',
  path: '/search',
  access: 'signed-in',
  load: 'heavy',
  summary:
    'Search assets, work requests, files, dialogue and comments; a word can also name a language or territory',
  query: StrictObject({ q: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Array(SearchHit),
})
