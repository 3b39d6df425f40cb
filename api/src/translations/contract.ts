import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Language,
  Links,
  Nullable,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Strict,
  Text,
  Word,
} from '../kernel/http/contract/schema.ts'
import { Changed, Line, sheetOf } from '../lines/contract.ts'
import { Finding, RULE_IDS } from '../subtitles/contract.ts'
import type { Profile } from '@reelay/subtitles/profiles'
import { UserSummary } from '../users/contract.ts'

export const TRANSLATION_STATUSES = ['incomplete', 'submitted', 'approved', 'rejected'] as const
export const TranslationStatus = Type.Enum([...TRANSLATION_STATUSES])
export type TranslationStatus = Static<typeof TranslationStatus>

export const Translation = Strict({
  _id: Id,
  asset: Id,
  workRequest: Id,
  language: Type.String(),
  status: TranslationStatus,
  reason: Type.String(),
  translator: Nullable(UserSummary),
  approval: Type.Boolean(),
  created: Seconds,
  $links: Links('asset', 'workRequest'),
})
export type Translation = Static<typeof Translation>

/** As a work request shows it. */
export const TranslationEmbedded = Strict({
  _id: Id,
  asset: Id,
  workRequest: Id,
  language: Type.String(),
  status: TranslationStatus,
  translator: Nullable(UserSummary),
  approval: Type.Boolean(),
  lines: Type.Array(Line),
  printLines: Type.Array(Line),
  created: Seconds,
  $links: Links(),
})
export type TranslationEmbedded = Static<typeof TranslationEmbedded>

const New = Strict({
  asset: Ref,
  workRequest: Ref,
  language: Language,
  translator: Type.Optional(Nullable(Ref)),
  status: Type.Optional(TranslationStatus),
})
export type NewTranslation = Static<typeof New>
const Change = Partly(
  Strict({ status: TranslationStatus, translator: Nullable(Ref), reason: Text }),
)
export type TranslationChange = Static<typeof Change>

export const listTranslations = endpoint({
  method: 'GET',
  path: '/translations',
  access: 'signed-in',
  summary: 'List translations, newest first',
  list: true,
  query: Partly(
    Strict({
      asset: IdOrSlug,
      workRequest: IdOrSlug,
      language: Word,
      status: Word,
      translator: Word,
    }),
  ),
  reply: Translation,
})
export const getTranslation = endpoint({
  method: 'GET',
  path: '/translations/:id',
  access: 'signed-in',
  summary: 'Read a translation',
  params: Params,
  reply: Translation,
})
export const createTranslation = endpoint({
  method: 'POST',
  path: '/translations',
  access: 'translation.write',
  summary: 'Add a translation to a work request',
  body: New,
  of: Translation,
  reply: Translation,
})
export const changeTranslation = endpoint({
  method: 'PUT',
  path: '/translations/:id',
  access: 'signed-in',
  summary: 'Give a translation to somebody, submit it, approve it or reject it',
  params: Params,
  body: Change,
  of: Translation,
  reply: Translation,
})
export const removeTranslation = endpoint({
  method: 'DELETE',
  path: '/translations/:id',
  access: 'translation.approve',
  summary: "Remove a translation that was added beside a request's own",
  params: Params,
  reply: Removed,
})
/**
 * What the checks say of a translation: `_id` is the line's. `remarks` are what they said when it
 * was last handed in.
 */
export const Checks = Strict({
  profile: Type.String(),
  revision: Type.Integer(),
  errors: Type.Integer(),
  warnings: Type.Integer(),
  findings: Type.Array(Strict({ _id: Id, ...Finding.properties })),
  remarks: Type.Array(Finding),
})
export type Checks = Static<typeof Checks>
const Fixing = Partly(
  Strict({
    rules: Type.Array(Type.Enum([...RULE_IDS]), { maxItems: RULE_IDS.length }),
    lines: Type.Array(Id, { maxItems: 20_000 }),
    profile: Word,
  }),
)
export const getChecks = endpoint({
  method: 'GET',
  path: '/translations/:id/qc',
  access: 'signed-in',
  summary: "Check a translation by the studio's rules, or by another set",
  params: Params,
  query: Partly(Strict({ profile: Word })),
  reply: Checks,
})
/**
 * All that the checks of a translation go by, so that they can run where it is written. Times are
 * milliseconds; `script` is null where the asset has none.
 */
export const Rules = Strict({
  profile: Type.Unsafe<Profile>(Type.Object({}, { additionalProperties: true, title: 'Profile' })),
  language: Type.String(),
  kind: Type.Enum(['subtitles', 'graphics']),
  rate: Strict({ num: Type.Integer(), den: Type.Integer() }),
  cuts: Type.Array(Type.Integer()),
  names: Type.Array(Strict({ source: Type.String(), target: Type.Optional(Type.String()) })),
  glossary: Type.Array(
    Strict({ source: Type.String(), target: Type.String(), forbidden: Type.Array(Type.String()) }),
  ),
  project: Id,
  studio: Id,
  revision: Type.Integer(),
  script: Nullable(Strict({ language: Type.String(), from: Type.Integer(), to: Type.Integer() })),
})
export type Rules = Static<typeof Rules>
export const getRules = endpoint({
  method: 'GET',
  path: '/translations/:id/rules',
  access: 'signed-in',
  summary: 'What the checks of a translation go by, and the script it was begun from',
  params: Params,
  reply: Rules,
})

/** How long somebody is taken to be there after they last said so. */
export const PRESENT_MS = 15_000
const Present = Strict({ _id: Id, name: Type.String(), line: Nullable(Id), since: Seconds })
export const Presence = Strict({ people: Type.Array(Present), revision: Type.Integer() })
export type Presence = Static<typeof Presence>
export const bePresent = endpoint({
  unaudited: 'who has it open changes nothing of it',
  method: 'PUT',
  path: '/translations/:id/presence',
  access: 'signed-in',
  summary:
    'Say that you have a translation open, and at which line; hear who else has, and which revision its lines are',
  params: Params,
  body: Strict({ line: Nullable(Id) }),
  reply: Presence,
})
export const fixTranslation = endpoint({
  method: 'POST',
  path: '/translations/:id/fix',
  access: 'translation.write',
  summary: 'Mend what the checks can safely mend: of all rules and lines, or of some',
  params: Params,
  body: Fixing,
  reply: Changed,
})

/**
 * What has come of the script since the translation was begun from it; `conflicts` are for a person
 * to settle.
 */
const Conflict = Strict({
  line: Id,
  kind: Type.Enum(['time', 'removed', 'dropped']),
  script: Nullable(Line),
  translation: Nullable(Line),
})
export const Merge = Strict({
  from: Type.Integer(),
  to: Type.Integer(),
  lines: Type.Integer(),
  removed: Type.Integer(),
  conflicts: Type.Array(Conflict),
})
export type Merge = Static<typeof Merge>
const Settle = Strict({
  settle: Type.Optional(Type.Record(Id, Type.Enum(['ours', 'theirs']), { maxProperties: 20_000 })),
})
export const getMerge = endpoint({
  method: 'GET',
  path: '/translations/:id/merge',
  access: 'signed-in',
  summary: "What the asset's script has come to since, and where that meets what was changed here",
  params: Params,
  reply: Merge,
})
export const mergeScript = endpoint({
  method: 'POST',
  path: '/translations/:id/merge',
  access: 'translation.write',
  summary:
    'Take the script as it is now into a translation; each conflict is settled as ours or theirs',
  params: Params,
  body: Settle,
  reply: Changed,
})

export const translationLines = sheetOf('/translations', 'a translation', 'translation.write')
