import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Country,
  Few,
  Id,
  Language,
  Links,
  Name,
  Params,
  Partly,
  Removed,
  Seconds,
  Strict,
  Word,
  Words,
} from '../kernel/schema.ts'

/** The television standard that deliveries to the territory keep to. */
export const STANDARDS = ['PAL', 'NTSC'] as const
export const Standard = Type.Enum([...STANDARDS])

const fields = {
  name: Name,
  /** ISO 3166 alpha-2, or three letters for a region such as LAT. */
  code: Country,
  standard: Standard,
  countries: Few(Strict({ name: Name, code: Country }), 300),
  languages: Few(Strict({ name: Name, code: Language, dcpCode: Word })),
  assignedLanguages: Words,
}

/** As it stands inside a User. */
export const TerritoryEmbedded = Strict({ _id: Id, ...fields })
export type TerritoryEmbedded = Static<typeof TerritoryEmbedded>

export const Territory = Strict({ _id: Id, ...fields, created: Seconds, $links: Links() })
export type Territory = Static<typeof Territory>

const New = Strict({
  name: fields.name,
  code: fields.code,
  standard: fields.standard,
  countries: Type.Optional(fields.countries),
  languages: Type.Optional(fields.languages),
  assignedLanguages: Type.Optional(fields.assignedLanguages),
})

export const listTerritories = endpoint({
  method: 'GET',
  path: '/territories',
  access: 'signed-in',
  summary: 'List the territories',
  query: Strict({ q: Type.Optional(Word) }),
  list: true,
  reply: Territory,
})
export const getTerritory = endpoint({
  method: 'GET',
  path: '/territories/:id',
  access: 'signed-in',
  summary: 'Read a territory by id or code',
  params: Params,
  reply: Territory,
})
export const createTerritory = endpoint({
  method: 'POST',
  path: '/territories',
  access: 'installation.manage',
  summary: 'Add a territory',
  body: New,
  of: Territory,
  reply: Territory,
})
export const changeTerritory = endpoint({
  method: 'PUT',
  path: '/territories/:id',
  access: 'installation.manage',
  summary: 'Change a territory',
  params: Params,
  body: Partly(New),
  of: Territory,
  reply: Territory,
})
export const removeTerritory = endpoint({
  method: 'DELETE',
  path: '/territories/:id',
  access: 'installation.manage',
  summary: 'Remove a territory that nothing refers to',
  params: Params,
  reply: Removed,
})
