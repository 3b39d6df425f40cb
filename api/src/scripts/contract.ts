import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Language,
  Links,
  IdParams,
  StrictPartial,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { textTrackEndpoints } from '../lines/contract.ts'
import { SpelledWords, SpellingResult, SpellingState } from '../spelling/contract.ts'
import { MisspelledWord } from '../subtitles/contract.ts'

/** Spoken text, and text on screen. */
export const SCRIPT_PARTS = ['dialogue', 'graphics'] as const
export const ScriptPart = Type.Enum([...SCRIPT_PARTS])
export type ScriptPart = Static<typeof ScriptPart>

/** `language` is the original language of the asset. */
export const Script = StrictObject({
  _id: Id,
  asset: Id,
  part: ScriptPart,
  language: Type.String(),
  revision: Type.Integer(),
  lines: Type.Integer(),
  created: Seconds,
  $links: Links('asset'),
})
export type Script = Static<typeof Script>
const New = StrictObject({ asset: SlugRef, part: ScriptPart, language: Language })
export type NewScript = Static<typeof New>
const Change = StrictPartial(StrictObject({ language: Language }))
export type ScriptChange = Static<typeof Change>

export const listScripts = endpoint({
  method: 'GET',
  path: '/scripts',
  access: 'signed-in',
  summary: 'List the scripts of assets',
  list: true,
  query: StrictPartial(StrictObject({ asset: IdOrSlug, part: ScriptPart })),
  reply: Script,
})
export const getScript = endpoint({
  method: 'GET',
  path: '/scripts/:id',
  access: 'signed-in',
  summary: 'Read a script',
  params: IdParams,
  reply: Script,
})
export const createScript = endpoint({
  method: 'POST',
  path: '/scripts',
  access: 'asset.write',
  summary: 'Create the dialogue script or the graphics list of an asset',
  body: New,
  record: Script,
  reply: Script,
})
export const changeScript = endpoint({
  method: 'PUT',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Change the language of a script',
  params: IdParams,
  body: Change,
  record: Script,
  reply: Script,
})
export const removeScript = endpoint({
  method: 'DELETE',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Remove a script; its translations stay',
  params: IdParams,
  reply: Removed,
})
/** The lines with words that are not in the dictionary, the glossary or the word list. */
export const ScriptSpelling = StrictObject({
  state: SpellingState,
  lines: Type.Array(
    StrictObject({ line: Id, number: Type.Integer(), words: Type.Array(MisspelledWord) }),
  ),
})
export type ScriptSpelling = Static<typeof ScriptSpelling>
export const getScriptSpelling = endpoint({
  method: 'GET',
  path: '/scripts/:id/spelling',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Check the spelling of all lines of a script',
  params: IdParams,
  reply: ScriptSpelling,
})
export const checkScriptSpelling = endpoint({
  unaudited: 'looking words up changes nothing',
  method: 'POST',
  path: '/scripts/:id/spelling',
  access: 'signed-in',
  load: 'read',
  summary: 'Find the words that are not in the dictionary, the glossary or the word list',
  params: IdParams,
  body: SpelledWords,
  reply: SpellingResult,
})
export const scriptLines = textTrackEndpoints('/scripts', 'a script', 'asset.write')
