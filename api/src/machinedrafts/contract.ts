import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  IdParams,
  Links,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { UserSummary } from '../users/contract.ts'

/** `transcription`: the original script of a film from its sound. */
export const DRAFT_TASKS = ['translation', 'transcription'] as const
const DraftTask = Type.Enum([...DRAFT_TASKS])
export type DraftTask = Static<typeof DraftTask>

/**
 * Protocols: LibreTranslate, DeepL, and an OpenAI-compatible server, with chat completions for
 * translations and audio transcriptions for scripts.
 */
export const DRAFT_PROVIDER_KINDS = ['libretranslate', 'deepl', 'openai'] as const
const ProviderKind = Type.Enum([...DRAFT_PROVIDER_KINDS])
export type DraftProviderKind = Static<typeof ProviderKind>

const Url = Type.String({ minLength: 1, maxLength: 1000 })
const Model = Type.String({ minLength: 1, maxLength: 200 })

/**
 * A server that drafts texts for the studio. `url` is its base, such as https://api.deepl.com.
 * `model` is for OpenAI-compatible servers. Drafts of films with an embargoed file are made only
 * with `allowsEmbargoed`.
 */
export const DraftProvider = StrictObject({
  _id: Id,
  studio: Id,
  task: DraftTask,
  kind: ProviderKind,
  url: Type.String(),
  model: Nullable(Model),
  hasSecret: Type.Boolean(),
  active: Type.Boolean(),
  allowsEmbargoed: Type.Boolean(),
  created: Seconds,
  $links: Links(),
})
export type DraftProvider = Static<typeof DraftProvider>

/**
 * `secret` is the API key. It is never returned. Without it, the stored one stays, unless the
 * provider moves to another host: then it is removed.
 */
const DraftProviderInput = StrictObject({
  kind: ProviderKind,
  url: Url,
  model: Type.Optional(Nullable(Model)),
  secret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
  active: Type.Optional(Type.Boolean()),
  allowsEmbargoed: Type.Optional(Type.Boolean()),
})
export type DraftProviderInput = Static<typeof DraftProviderInput>

const TaskParams = StrictObject({ id: IdOrSlug, task: DraftTask })

export const listDraftProviders = endpoint({
  method: 'GET',
  path: '/studios/:id/draftproviders',
  access: 'studio.manage',
  summary: 'List the providers of machine drafts of a studio',
  params: IdParams,
  list: true,
  reply: DraftProvider,
})
export const putDraftProvider = endpoint({
  method: 'PUT',
  path: '/studios/:id/draftproviders/:task',
  access: 'studio.manage',
  summary: 'Set the provider of machine drafts for a task',
  params: TaskParams,
  body: DraftProviderInput,
  reply: DraftProvider,
})
export const removeDraftProvider = endpoint({
  method: 'DELETE',
  path: '/studios/:id/draftproviders/:task',
  access: 'studio.manage',
  summary: 'Remove the provider of machine drafts for a task, with its key',
  params: TaskParams,
  reply: Removed,
})
/** Sends the word "Hello", or a second of silence, and nothing of the studio. */
export const testDraftProvider = endpoint({
  unaudited: 'changes nothing',
  method: 'POST',
  path: '/studios/:id/draftproviders/:task/test',
  access: 'studio.manage',
  summary: 'Test the provider of machine drafts with one word, or with silence',
  params: TaskParams,
  reply: StrictObject({
    ok: Type.Boolean(),
    answer: Nullable(Type.String()),
    problem: Nullable(Type.String()),
  }),
})

export const DRAFT_RUN_STATUSES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
/**
 * One run of a provider over the empty lines of a text. `fromMemory` and `fromGlossary` cost
 * nothing. `skipped` lines got no usable answer, or were written by a person meanwhile. `characters`
 * were sent to the provider; `tokens` are what it says it used. Of a transcription, `total` and
 * `seconds` are the seconds of the film, and those that were sent.
 */
export const DraftRun = StrictObject({
  _id: Id,
  studio: Id,
  task: DraftTask,
  kind: ProviderKind,
  host: Type.String(),
  status: Type.Enum([...DRAFT_RUN_STATUSES]),
  user: UserSummary,
  translation: Nullable(Id),
  script: Nullable(Id),
  total: Type.Integer(),
  fromMemory: Type.Integer(),
  fromGlossary: Type.Integer(),
  fromProvider: Type.Integer(),
  skipped: Type.Integer(),
  requests: Type.Integer(),
  characters: Type.Integer(),
  seconds: Type.Integer(),
  tokens: Type.Integer(),
  reason: Nullable(StrictObject({ code: Type.String(), message: Type.String() })),
  created: Seconds,
  finished: Nullable(Seconds),
})
export type DraftRun = Static<typeof DraftRun>

export const listDraftRuns = endpoint({
  method: 'GET',
  path: '/studios/:id/draftruns',
  access: 'studio.manage',
  summary: 'List the machine drafts of a studio and what they cost, newest first',
  params: IdParams,
  list: true,
  reply: DraftRun,
})

/** `provider` is null if the studio has none. `runs` are the newest ones. */
export const Drafts = StrictObject({
  provider: Nullable(StrictObject({ kind: ProviderKind, host: Type.String() })),
  runs: Type.Array(DraftRun, { maxItems: 10 }),
})
export type Drafts = Static<typeof Drafts>

export const getTranslationDrafts = endpoint({
  method: 'GET',
  path: '/translations/:id/drafts',
  access: 'signed-in',
  summary: 'Read who drafts this translation, and the newest runs',
  params: IdParams,
  reply: Drafts,
})
export const draftTranslation = endpoint({
  method: 'POST',
  path: '/translations/:id/drafts',
  access: 'translation.write',
  summary: 'Draft the empty lines of a translation by memory, glossary and machine translation',
  params: IdParams,
  reply: DraftRun,
})
export const cancelTranslationDraft = endpoint({
  method: 'DELETE',
  path: '/translations/:id/drafts',
  access: 'translation.write',
  summary: 'Cancel the run that drafts a translation; lines that are drafted stay',
  params: IdParams,
  reply: DraftRun,
})

export const getScriptDrafts = endpoint({
  method: 'GET',
  path: '/scripts/:id/drafts',
  access: 'signed-in',
  summary: 'Read who transcribes this script, and the newest runs',
  params: IdParams,
  reply: Drafts,
})
export const transcribeScript = endpoint({
  method: 'POST',
  path: '/scripts/:id/drafts',
  access: 'asset.write',
  summary: 'Write the lines of an empty script from the sound of its film',
  params: IdParams,
  reply: DraftRun,
})
export const cancelTranscription = endpoint({
  method: 'DELETE',
  path: '/scripts/:id/drafts',
  access: 'asset.write',
  summary: 'Cancel the run that transcribes a script',
  params: IdParams,
  reply: DraftRun,
})
