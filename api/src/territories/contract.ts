import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Country,
  BoundedArray,
  Id,
  Language,
  Links,
  Name,
  IdParams,
  StrictPartial,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
  ShortTextList,
} from '../kernel/http/contract/schema.ts'

/** The television standard of deliveries to the territory. */
export const STANDARDS = ['PAL', 'NTSC'] as const
export const Standard = Type.Enum([...STANDARDS])

const fields = {
  name: Name,
  /** ISO 3166 alpha-2, or three letters for a region such as LAT. */
  code: Country,
  standard: Standard,
  countries: BoundedArray(StrictObject({ name: Name, code: Country }), 300),
  languages: BoundedArray(StrictObject({ name: Name, code: Language, dcpCode: ShortText })),
  assignedLanguages: ShortTextList,
}

/** As embedded in a user. */
export const TerritoryEmbedded = StrictObject({ _id: Id, ...fields })
export type TerritoryEmbedded = Static<typeof TerritoryEmbedded>

export const Territory = StrictObject({ _id: Id, ...fields, created: Seconds, $links: Links() })
export type Territory = Static<typeof Territory>

const New = StrictObject({
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
  query: StrictObject({ q: Type.Optional(ShortText) }),
  list: true,
  reply: Territory,
})
export const getTerritory = endpoint({
  method: 'GET',
  path: '/territories/:id',
  access: 'signed-in',
  summary: 'Get a territory by id or code',
  params: IdParams,
  reply: Territory,
})
export const createTerritory = endpoint({
  method: 'POST',
  path: '/territories',
  access: 'installation.manage',
  summary: 'Create a territory',
  body: New,
  record: Territory,
  reply: Territory,
})
export const changeTerritory = endpoint({
  method: 'PUT',
  path: '/territories/:id',
  access: 'installation.manage',
  summary: 'Update a territory',
  params: IdParams,
  body: StrictPartial(New),
  record: Territory,
  reply: Territory,
})
export const removeTerritory = endpoint({
  method: 'DELETE',
  path: '/territories/:id',
  access: 'installation.manage',
  summary: 'Remove a territory that nothing refers to',
  params: IdParams,
  reply: Removed,
})
