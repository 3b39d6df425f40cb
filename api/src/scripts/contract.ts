import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Language,
  Links,
  IdParams,
  StrictPartial,
  Ref,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { textTrackEndpoints } from '../lines/contract.ts'

/** What is spoken, and what is written on the picture. */
export const SCRIPT_PARTS = ['dialogue', 'graphics'] as const
export const ScriptPart = Type.Enum([...SCRIPT_PARTS])
export type ScriptPart = Static<typeof ScriptPart>

/** `language` is the one the asset was made in. */
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
const New = StrictObject({ asset: Ref, part: ScriptPart, language: Language })
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
  summary: 'Read what a script is of',
  params: IdParams,
  reply: Script,
})
export const createScript = endpoint({
  method: 'POST',
  path: '/scripts',
  access: 'asset.write',
  summary: 'Begin the script of an asset: its dialogue, or its graphics list',
  body: New,
  record: Script,
  reply: Script,
})
export const changeScript = endpoint({
  method: 'PUT',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Say which language a script is in',
  params: IdParams,
  body: Change,
  record: Script,
  reply: Script,
})
export const removeScript = endpoint({
  method: 'DELETE',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Remove a script; what was translated from it stays',
  params: IdParams,
  reply: Removed,
})
export const scriptLines = textTrackEndpoints('/scripts', 'a script', 'asset.write')
