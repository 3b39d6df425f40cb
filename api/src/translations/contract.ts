import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { Few, Id, IdOrSlug, Language, Links, Nullable, Params, Partly, Ref, Removed, Seconds, Strict, Text, Word } from '../kernel/schema.ts'
import { UserSummary } from '../users/contract.ts'

export const TRANSLATION_STATUSES = ['incomplete', 'submitted', 'approved', 'rejected'] as const
export const TranslationStatus = Type.Enum([...TRANSLATION_STATUSES])
export type TranslationStatus = Static<typeof TranslationStatus>

const Timecode = Type.String({ pattern: '^\\d{2}:[0-5]\\d:[0-5]\\d,\\d{3}$' })
/** `text` is an HTML fragment of i, b, u and br. `auto`: by the service; `machine`: from memory or machine; `custom`: typed by a person. */
export const Line = Strict({
  number: Type.Integer({ minimum: 1, maximum: 1e6 }), text: Type.String({ maxLength: 2000 }),
  startTime: Timecode, stopTime: Timecode, auto: Type.Boolean(), custom: Type.Boolean(), machine: Type.Boolean(),
  alignment: Type.Optional(Word), textAlign: Type.Optional(Word), split: Type.Optional(Word), merged: Type.Optional(Word),
  range: Type.Optional(Few(Type.Number({ minimum: 0, maximum: 1e9 }), 10)),
})
export type Line = Static<typeof Line>
const NewLine = Strict({ ...Line.properties, auto: Type.Optional(Type.Boolean()), custom: Type.Optional(Type.Boolean()), machine: Type.Optional(Type.Boolean()) })
export type NewLine = Static<typeof NewLine>
const MOST_LINES = 20_000

export const Translation = Strict({
  _id: Id, asset: Id, workRequest: Id, language: Type.String(), status: TranslationStatus, reason: Type.String(), translator: Nullable(UserSummary), approval: Type.Boolean(),
  created: Seconds, $links: Links('asset', 'workRequest'),
})
export type Translation = Static<typeof Translation>

/** As a work request shows it. */
export const TranslationEmbedded = Strict({
  _id: Id, asset: Id, workRequest: Id, language: Type.String(), status: TranslationStatus, translator: Nullable(UserSummary), approval: Type.Boolean(),
  lines: Type.Array(Line), printLines: Type.Array(Line), created: Seconds, $links: Links(),
})
export type TranslationEmbedded = Static<typeof TranslationEmbedded>

const New = Strict({ asset: Ref, workRequest: Ref, language: Language, translator: Type.Optional(Nullable(Ref)), status: Type.Optional(TranslationStatus) })
export type NewTranslation = Static<typeof New>
const Change = Partly(Strict({ status: TranslationStatus, translator: Nullable(Ref), reason: Text }))
export type TranslationChange = Static<typeof Change>

export const listTranslations = endpoint({
  method: 'GET', path: '/translations', access: 'signed-in', summary: 'List translations, newest first', list: true,
  query: Partly(Strict({ asset: IdOrSlug, workRequest: IdOrSlug, language: Word, status: Word, translator: Word })), reply: Translation,
})
export const getTranslation = endpoint({ method: 'GET', path: '/translations/:id', access: 'signed-in', summary: 'Read a translation', params: Params, reply: Translation })
export const createTranslation = endpoint({ method: 'POST', path: '/translations', access: 'translation.write', summary: 'Add a translation to a work request', body: New, of: Translation, reply: Translation })
export const changeTranslation = endpoint({
  method: 'PUT', path: '/translations/:id', access: 'signed-in', summary: 'Give a translation to somebody, submit it, approve it or reject it', params: Params, body: Change, of: Translation, reply: Translation,
})
export const removeTranslation = endpoint({ method: 'DELETE', path: '/translations/:id', access: 'translation.approve', summary: 'Remove a translation that was added beside a request\'s own', params: Params, reply: Removed })
export const getLines = endpoint({ method: 'GET', path: '/translations/:id/lines', access: 'signed-in', summary: 'Read all lines', params: Params, reply: Type.Array(Line) })
export const putLines = endpoint({
  method: 'PUT', path: '/translations/:id/lines', access: 'translation.write', summary: 'Replace all lines', params: Params,
  body: Type.Array(NewLine, { maxItems: MOST_LINES }), reply: Type.Array(Line), limit: 16 * 1024 * 1024,
})
