import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Language,
  Links,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Strict,
} from '../kernel/schema.ts'
import { sheetOf } from '../lines/contract.ts'

/** What is spoken, and what is written on the picture. */
export const PARTS = ['dialogue', 'graphics'] as const
export const Part = Type.Enum([...PARTS])
export type Part = Static<typeof Part>

/** `language` is the one the asset was made in. */
export const Script = Strict({
  _id: Id,
  asset: Id,
  part: Part,
  language: Type.String(),
  revision: Type.Integer(),
  lines: Type.Integer(),
  created: Seconds,
  $links: Links('asset'),
})
export type Script = Static<typeof Script>
const New = Strict({ asset: Ref, part: Part, language: Language })
export type NewScript = Static<typeof New>
const Change = Partly(Strict({ language: Language }))
export type ScriptChange = Static<typeof Change>

export const listScripts = endpoint({
  method: 'GET',
  path: '/scripts',
  access: 'signed-in',
  summary: 'List the scripts of assets',
  list: true,
  query: Partly(Strict({ asset: IdOrSlug, part: Part })),
  reply: Script,
})
export const getScript = endpoint({
  method: 'GET',
  path: '/scripts/:id',
  access: 'signed-in',
  summary: 'Read what a script is of',
  params: Params,
  reply: Script,
})
export const createScript = endpoint({
  method: 'POST',
  path: '/scripts',
  access: 'asset.write',
  summary: 'Begin the script of an asset: its dialogue, or its graphics list',
  body: New,
  of: Script,
  reply: Script,
})
export const changeScript = endpoint({
  method: 'PUT',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Say which language a script is in',
  params: Params,
  body: Change,
  of: Script,
  reply: Script,
})
export const removeScript = endpoint({
  method: 'DELETE',
  path: '/scripts/:id',
  access: 'asset.write',
  summary: 'Remove a script; what was translated from it stays',
  params: Params,
  reply: Removed,
})
export const scriptLines = sheetOf('/scripts', 'a script', 'asset.write')
