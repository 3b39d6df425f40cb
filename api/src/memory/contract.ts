import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  Language,
  Links,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Removed,
  Seconds,
  StrictObject,
  Text,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { UserSummary } from '../users/contract.ts'

export const MAX_LINE_LENGTH = 2000
const Markup = Type.String({ maxLength: MAX_LINE_LENGTH })

export const UnitOrigin = Type.Enum(['approved', 'import'])
export type UnitOrigin = Static<typeof UnitOrigin>

/**
 * A source text and its translation. Provenance is null for imported units, and where the reader
 * cannot see it.
 */
export const MemoryUnit = StrictObject({
  _id: Id,
  studio: Id,
  sourceLanguage: Language,
  language: Language,
  source: Type.String(),
  target: Type.String(),
  origin: UnitOrigin,
  project: Nullable(Id),
  asset: Nullable(Id),
  translation: Nullable(Id),
  approvedBy: Nullable(UserSummary),
  approved: Seconds,
  $links: Links(),
})
export type MemoryUnit = Static<typeof MemoryUnit>

const NamedRef = StrictObject({ _id: Id, name: Type.String() })
export const Provenance = StrictObject({
  unit: Id,
  origin: UnitOrigin,
  asset: Nullable(NamedRef),
  project: Nullable(NamedRef),
  translation: Nullable(Id),
  approvedBy: Nullable(UserSummary),
  approved: Seconds,
  /** How many lines have this translation. */
  times: Type.Integer({ minimum: 1 }),
})
export type Provenance = Static<typeof Provenance>

/**
 * 101: the same line between the same lines. 100: the same line. Lower: a similar line, or the same
 * line with differences.
 */
export const Suggestion = StrictObject({
  score: Type.Integer({ minimum: 60, maximum: 101 }),
  kind: Type.Enum(['context', 'exact', 'fuzzy']),
  source: Type.String(),
  target: Type.String(),
  /** Numbers in the target were replaced by those of the line. */
  adapted: Type.Boolean(),
  provenance: Provenance,
})
export type Suggestion = Static<typeof Suggestion>

export const suggest = endpoint({
  method: 'GET',
  path: '/memory/suggestions',
  access: 'translation.write',
  summary: 'Suggest translations of a line from the translation memory, best first',
  query: StrictObject({
    studio: IdOrSlug,
    sourceLanguage: Language,
    language: Language,
    source: Type.String({ minLength: 1, maxLength: MAX_LINE_LENGTH }),
    before: Type.Optional(Markup),
    after: Type.Optional(Markup),
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
  summary: 'List the units of the translation memory, newest first',
  list: true,
  query: StrictPartial(StrictObject({ ...ofMemory, q: ShortText, project: IdOrSlug })),
  reply: MemoryUnit,
})
export const getUnit = endpoint({
  method: 'GET',
  path: '/memory/:id',
  access: 'translation.approve',
  summary: 'Read a unit of the translation memory',
  params: IdParams,
  reply: MemoryUnit,
})
export const removeUnit = endpoint({
  method: 'DELETE',
  path: '/memory/:id',
  access: 'studio.manage',
  summary: 'Remove a unit from the translation memory',
  params: IdParams,
  reply: Removed,
})

export const exportMemory = endpoint({
  method: 'GET',
  path: '/memory/export',
  access: 'studio.manage',
  load: 'heavy',
  summary: 'Export a translation memory as TMX 1.4b',
  bytes: 'out',
  query: StrictObject({
    studio: IdOrSlug,
    language: Type.Optional(Language),
    sourceLanguage: Type.Optional(Language),
  }),
  reply: Type.Unknown(),
})
export const MAX_TMX_BYTES = 64 * 1024 * 1024
export const MemoryImportResult = StrictObject({
  read: Type.Integer(),
  new: Type.Integer(),
  known: Type.Integer(),
})
export type MemoryImportResult = Static<typeof MemoryImportResult>
export const importMemory = endpoint({
  method: 'POST',
  path: '/memory/import',
  access: 'studio.manage',
  load: 'import',
  summary: 'Import a TMX file into a translation memory, completely or not at all',
  bytes: 'in',
  query: StrictObject({ studio: IdOrSlug }),
  reply: MemoryImportResult,
})

export const TERM_KINDS = ['term', 'name', 'title', 'date'] as const
export const TermKind = Type.Enum([...TERM_KINDS])
export type TermKind = Static<typeof TermKind>
const ForLanguage = Type.Union([Language, Type.Literal('')])

/**
 * A term that translations of the project must use, or must not. An empty `language` applies to all
 * languages; an empty `target` keeps the source.
 */
export const ProjectTerm = StrictObject({
  _id: Id,
  project: Id,
  kind: TermKind,
  source: Name,
  language: ForLanguage,
  target: Type.String({ maxLength: 300 }),
  forbidden: BoundedArray(Name, 20),
  note: Text,
  created: Seconds,
  $links: Links('project'),
})
export type ProjectTerm = Static<typeof ProjectTerm>

const { kind, source, language, target, forbidden, note } = ProjectTerm.properties
const NewProjectTerm = StrictObject({
  kind,
  source,
  language: Type.Optional(language),
  target: Type.Optional(target),
  forbidden: Type.Optional(forbidden),
  note: Type.Optional(note),
})
export type NewProjectTerm = Static<typeof NewProjectTerm>
const ProjectTermChange = StrictPartial(
  StrictObject({ kind, source, language, target, forbidden, note }),
)
export type ProjectTermChange = Static<typeof ProjectTermChange>

const TermParams = StrictObject({ id: IdOrSlug, term: IdOrSlug })
export const listTerms = endpoint({
  method: 'GET',
  path: '/projects/:id/terms',
  access: 'signed-in',
  summary: 'List the terms, names, titles and dates of a project',
  params: IdParams,
  list: true,
  query: StrictPartial(StrictObject({ q: ShortText, kind: TermKind, language: Language })),
  reply: ProjectTerm,
})
export const getTerm = endpoint({
  method: 'GET',
  path: '/projects/:id/terms/:term',
  access: 'signed-in',
  summary: 'Read a term',
  params: TermParams,
  reply: ProjectTerm,
})
export const createTerm = endpoint({
  method: 'POST',
  path: '/projects/:id/terms',
  access: 'translation.approve',
  summary: 'Add a term',
  params: IdParams,
  body: NewProjectTerm,
  record: ProjectTerm,
  reply: ProjectTerm,
})
export const changeTerm = endpoint({
  method: 'PUT',
  path: '/projects/:id/terms/:term',
  access: 'translation.approve',
  summary: 'Change a term',
  params: TermParams,
  body: ProjectTermChange,
  record: ProjectTerm,
  reply: ProjectTerm,
})
export const removeTerm = endpoint({
  method: 'DELETE',
  path: '/projects/:id/terms/:term',
  access: 'translation.approve',
  summary: 'Remove a term',
  params: TermParams,
  reply: Removed,
})
