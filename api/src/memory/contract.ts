import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Few,
  Id,
  IdOrSlug,
  Language,
  Links,
  Name,
  Nullable,
  Params,
  Partly,
  Removed,
  Seconds,
  Strict,
  Text,
  Word,
} from '../kernel/http/contract/schema.ts'
import { UserSummary } from '../users/contract.ts'

export const LONGEST_LINE = 2000
const Fragment = Type.String({ maxLength: LONGEST_LINE })

export const Origin = Type.Enum(['approved', 'import'])
export type Origin = Static<typeof Origin>

/**
 * A line and what it became. What it comes from is null where the reader does not see it, and for
 * what was imported.
 */
export const Unit = Strict({
  _id: Id,
  studio: Id,
  sourceLanguage: Language,
  language: Language,
  source: Type.String(),
  target: Type.String(),
  origin: Origin,
  project: Nullable(Id),
  asset: Nullable(Id),
  translation: Nullable(Id),
  approvedBy: Nullable(UserSummary),
  approved: Seconds,
  $links: Links(),
})
export type Unit = Static<typeof Unit>

const Named = Strict({ _id: Id, name: Type.String() })
export const Provenance = Strict({
  unit: Id,
  origin: Origin,
  asset: Nullable(Named),
  project: Nullable(Named),
  translation: Nullable(Id),
  approvedBy: Nullable(UserSummary),
  approved: Seconds,
  /** How many lines were translated so. */
  times: Type.Integer({ minimum: 1 }),
})
export type Provenance = Static<typeof Provenance>

/**
 * 101: the same line between the same lines. 100: the same line. Below: similar, or the same with
 * something to mind.
 */
export const Suggestion = Strict({
  score: Type.Integer({ minimum: 60, maximum: 101 }),
  kind: Type.Enum(['context', 'exact', 'fuzzy']),
  source: Type.String(),
  target: Type.String(),
  /** The numbers of the line were put in place of those that stood there. */
  adapted: Type.Boolean(),
  provenance: Provenance,
})
export type Suggestion = Static<typeof Suggestion>

export const suggest = endpoint({
  method: 'GET',
  path: '/memory/suggestions',
  access: 'translation.write',
  summary: "What the studio's memory knows of a line, best first, ten at most",
  query: Strict({
    studio: IdOrSlug,
    sourceLanguage: Language,
    language: Language,
    source: Type.String({ minLength: 1, maxLength: LONGEST_LINE }),
    before: Type.Optional(Fragment),
    after: Type.Optional(Fragment),
    project: Type.Optional(IdOrSlug),
    asset: Type.Optional(Id),
  }),
  reply: Type.Array(Suggestion, { maxItems: 10 }),
})

const ofMemory = { studio: IdOrSlug, language: Language, sourceLanguage: Language }
export const listUnits = endpoint({
  method: 'GET',
  path: '/memory',
  access: 'translation.approve',
  summary: 'List what is remembered, newest first',
  list: true,
  query: Partly(Strict({ ...ofMemory, q: Word, project: IdOrSlug })),
  reply: Unit,
})
export const getUnit = endpoint({
  method: 'GET',
  path: '/memory/:id',
  access: 'translation.approve',
  summary: 'Read what is remembered of a line',
  params: Params,
  reply: Unit,
})
export const removeUnit = endpoint({
  method: 'DELETE',
  path: '/memory/:id',
  access: 'studio.manage',
  summary: 'Forget a line',
  params: Params,
  reply: Removed,
})

export const exportMemory = endpoint({
  method: 'GET',
  path: '/memory/export',
  access: 'studio.manage',
  summary: "A studio's memory as TMX 1.4b",
  bytes: 'out',
  query: Strict({
    studio: IdOrSlug,
    language: Type.Optional(Language),
    sourceLanguage: Type.Optional(Language),
  }),
  reply: Type.Unknown(),
})
export const MOST_BYTES = 64 * 1024 * 1024
export const Imported = Strict({ read: Type.Integer(), new: Type.Integer(), known: Type.Integer() })
export type Imported = Static<typeof Imported>
export const importMemory = endpoint({
  method: 'POST',
  path: '/memory/import',
  access: 'studio.manage',
  summary: "Take the lines of a TMX file into a studio's memory, all of them or none",
  bytes: 'in',
  query: Strict({ studio: IdOrSlug }),
  reply: Imported,
})

export const TERM_KINDS = ['term', 'name', 'title', 'date'] as const
export const TermKind = Type.Enum([...TERM_KINDS])
export type TermKind = Static<typeof TermKind>
const ForLanguage = Type.Union([Language, Type.Literal('')])

/**
 * What a translation of this project must say, or must not. For every language where `language` is
 * empty; kept as it is where `target` is.
 */
export const Term = Strict({
  _id: Id,
  project: Id,
  kind: TermKind,
  source: Name,
  language: ForLanguage,
  target: Type.String({ maxLength: 300 }),
  forbidden: Few(Name, 20),
  note: Text,
  created: Seconds,
  $links: Links('project'),
})
export type Term = Static<typeof Term>

const { kind, source, language, target, forbidden, note } = Term.properties
const NewTerm = Strict({
  kind,
  source,
  language: Type.Optional(language),
  target: Type.Optional(target),
  forbidden: Type.Optional(forbidden),
  note: Type.Optional(note),
})
export type NewTerm = Static<typeof NewTerm>
const TermChange = Partly(Strict({ kind, source, language, target, forbidden, note }))
export type TermChange = Static<typeof TermChange>

const TermParams = Strict({ id: IdOrSlug, term: IdOrSlug })
export const listTerms = endpoint({
  method: 'GET',
  path: '/projects/:id/terms',
  access: 'signed-in',
  summary: 'List the terms, names, titles and dates of a project',
  params: Params,
  list: true,
  query: Partly(Strict({ q: Word, kind: TermKind, language: Language })),
  reply: Term,
})
export const getTerm = endpoint({
  method: 'GET',
  path: '/projects/:id/terms/:term',
  access: 'signed-in',
  summary: 'Read a term',
  params: TermParams,
  reply: Term,
})
export const createTerm = endpoint({
  method: 'POST',
  path: '/projects/:id/terms',
  access: 'translation.approve',
  summary: 'Agree on a term',
  params: Params,
  body: NewTerm,
  of: Term,
  reply: Term,
})
export const changeTerm = endpoint({
  method: 'PUT',
  path: '/projects/:id/terms/:term',
  access: 'translation.approve',
  summary: 'Change a term',
  params: TermParams,
  body: TermChange,
  of: Term,
  reply: Term,
})
export const removeTerm = endpoint({
  method: 'DELETE',
  path: '/projects/:id/terms/:term',
  access: 'translation.approve',
  summary: 'Remove a term',
  params: TermParams,
  reply: Removed,
})
