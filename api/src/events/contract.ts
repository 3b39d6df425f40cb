import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  CommaList,
  Id,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { UserStatus } from '../users/contract.ts'
import { Urls, WorkRequest } from '../workrequests/contract.ts'
import { AutomaticCause } from '../workrequests/contract/automatic.ts'

export const EVENT_TYPES = [
  // Work request: submitted, awaiting materials, in progress, for review, approved, rejected,
  // complete, cancelled, changed (order, materials or files), commented on; assigned to a vendor,
  // accepted, declined, not answered; reviewer or approver assigned; reminder of a deadline.
  'wsu',
  'wam',
  'wip',
  'wrv',
  'wap',
  'wrj',
  'wco',
  'wcx',
  'wch',
  'wcm',
  'was',
  'wac',
  'wde',
  'wnr',
  'wra',
  'wdu',
  // Project: created, changed, archived.
  'pcr',
  'pch',
  'par',
  // Asset: created, changed, archived, moved to another phase.
  'acr',
  'ach',
  'arm',
  'aph',
  // Files: uploaded, downloaded.
  'fin',
  'fd',
  // Preview ready; offline uploaded, commented on, decided.
  'prv',
  'ofl',
  'ofc',
  'ofd',
  // Translation: submitted, approved, rejected, assigned, reopened, line commented on.
  'tsu',
  'tap',
  'trj',
  'tas',
  'tro',
  'tcm',
  // Embargo lifted, set or changed; download budget nearly used.
  'emb',
  'emc',
  'dlb',
  // Share: created, first opened by a recipient, decided by a recipient.
  'shr',
  'sho',
  'shd',
] as const

const EventSender = StrictObject({
  _id: Id,
  name: Type.String(),
  emailNormal: Type.String(),
  $links: Links(),
})
/** The sender of an event inside a notification. */
const DetailedSender = StrictObject({
  ...EventSender.properties,
  status: UserStatus,
  username: Type.String(),
  invite: Type.String(),
})

const { $links: _links, ...request } = WorkRequest.properties
/** A work request inside an event. Related records are ids. */
const EventWorkRequest = StrictObject({
  ...request,
  project: Id,
  asset: Id,
  from: Id,
  translation: Id,
  graphicsTranslation: Id,
  recipients: Type.Array(
    StrictObject({ use: Type.String(), recipients: Type.Array(Type.Unknown()) }),
  ),
  $links: WorkRequest.properties.$links,
})
export type EventWorkRequest = Static<typeof EventWorkRequest>

const eventFields = {
  type: Type.Enum([...EVENT_TYPES]),
  files: Type.Array(Id),
  processed: Type.Boolean(),
  pushed: Type.Boolean(),
  digested: Type.Boolean(),
  created: Seconds,
  workRequest: Type.Optional(EventWorkRequest),
  projects: Type.Optional(
    Type.Array(StrictObject({ _id: Id, name: Type.String(), slug: Type.String() })),
  ),
  urls: Type.Optional(Urls),
  notify: Type.Optional(StrictObject({ users: Type.Array(Id), groups: Type.Array(Id) })),
  assets: Type.Optional(Type.Array(StrictObject({ _id: Id, name: Type.String() }))),
  details: Type.Record(Type.String(), Nullable(Type.String())),
  /** Only if the service did this by itself. `from` is then the one whose action came before it. */
  automatic: Type.Optional(StrictObject({ cause: AutomaticCause })),
}
export const Event = StrictObject({ _id: Id, from: EventSender, ...eventFields })
export type Event = Static<typeof Event>
export const DetailedEvent = StrictObject({ _id: Id, from: DetailedSender, ...eventFields })
export type DetailedEvent = Static<typeof DetailedEvent>

/**
 * The data of a stream message `changed`, for people who see a record but whom the event does not
 * concern. `comments` are those of a work request and of its offlines; the id is that of the request.
 * A review session starts, ends or shows something else. Somebody who may not see a work request any
 * more gets its id once.
 */
export const ChangedRecord = StrictObject({
  type: Type.Enum(['workrequests', 'comments', 'assets', 'projects', 'reviewsessions']),
  _id: Id,
})
export type ChangedRecord = Static<typeof ChangedRecord>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  summary: 'List events, newest first; without report.read only those that concern you',
  list: true,
  countsTo: MAX_CHECKED,
  query: StrictPartial(StrictObject({ type: CommaList(EVENT_TYPES), created: ShortText })),
  reply: Event,
})
const RecentMilliseconds = Type.String({
  pattern: '^[0-9]{1,5}$',
  expects: 'a number of milliseconds up to 99999',
})

/**
 * Each message is one event with its id, or `changed` with a ChangedRecord and without an id.
 * `reset` comes first if the events since Last-Event-ID are unknown. Without that header, the stream
 * begins with the events of the last `recent` milliseconds: a client that reads records while it connects
 * misses no change of them.
 */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/events/stream',
  access: 'signed-in',
  summary: 'Stream your events as server-sent events; resumes after Last-Event-ID',
  bytes: 'live',
  query: StrictPartial(StrictObject({ recent: RecentMilliseconds })),
  reply: Event,
})
export const getEvent = endpoint({
  method: 'GET',
  path: '/events/:id',
  access: 'signed-in',
  summary: 'Read an event',
  params: IdParams,
  reply: Event,
})
export const flagEvent = endpoint({
  method: 'PUT',
  path: '/events',
  access: 'event.write',
  summary: 'Set the flags of an event, given by _id',
  // Each call can cause mail and webhooks.
  cost: 10,
  body: StrictObject({
    _id: Id,
    processed: Type.Optional(Type.Boolean()),
    pushed: Type.Optional(Type.Boolean()),
    digested: Type.Optional(Type.Boolean()),
  }),
  record: Event,
  reply: Event,
})
