// What people with the same translation open see of each other.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { Id, IdParams, Nullable, Seconds, StrictObject } from '../../kernel/http/contract/schema.ts'
import { EditResult, MAX_LENGTHS } from '../../lines/contract.ts'

const unaudited = 'presence does not change the translation'

/** How often an editor reports that it is still open. */
export const PRESENCE_INTERVAL_MS = 30_000
/** How long a person counts as present after their last request. */
export const PRESENCE_TIMEOUT_MS = 75_000

const Offset = Type.Integer({ minimum: 0, maximum: MAX_LENGTHS.text })
/** The selected characters of the text of the line. Without a selection, both are the cursor. */
const TextSelection = StrictObject({ from: Offset, to: Offset })
export type TextSelection = Static<typeof TextSelection>
const PresentPerson = StrictObject({
  _id: Id,
  name: Type.String(),
  line: Nullable(Id),
  selection: Nullable(TextSelection),
  since: Seconds,
})
export type PresentPerson = Static<typeof PresentPerson>
export const Presence = StrictObject({
  people: Type.Array(PresentPerson),
  revision: Type.Integer(),
})
export type Presence = Static<typeof Presence>

export const bePresent = endpoint({
  unaudited,
  method: 'PUT',
  path: '/translations/:id/presence',
  access: 'signed-in',
  summary:
    'Report that you have a translation open, and at which line; returns who else has it open and the current revision',
  params: IdParams,
  body: StrictObject({
    line: Nullable(Id),
    selection: Type.Optional(Nullable(TextSelection)),
  }),
  reply: Presence,
})
export const leave = endpoint({
  unaudited,
  method: 'DELETE',
  path: '/translations/:id/presence',
  access: 'signed-in',
  summary: 'Report that you have closed a translation',
  params: IdParams,
  reply: StrictObject({ left: Type.Literal(true) }),
})

/** `changes` are those of the revisions after `since`, or null if only people came, moved or left. */
export const TranslationUpdate = StrictObject({
  people: Type.Array(PresentPerson),
  since: Type.Integer(),
  changes: Nullable(EditResult),
})
export type TranslationUpdate = Static<typeof TranslationUpdate>
export const streamTranslation = endpoint({
  method: 'GET',
  path: '/translations/:id/stream',
  access: 'signed-in',
  summary:
    'Stream changed lines and present people as server-sent events, from now on or since the revision in Last-Event-ID',
  params: IdParams,
  bytes: 'live',
  reply: TranslationUpdate,
})
