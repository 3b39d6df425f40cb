import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
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

/**
 * The work request ones with their comments, asset phase, file in, files downloaded, preview ready,
 * offline in and commented, translation submitted, approved and rejected, embargo lifted, download
 * budget nearly used.
 */
export const EVENT_TYPES = [
  'wsu',
  'wam',
  'wip',
  'wrv',
  'wap',
  'wrj',
  'wco',
  'wcx',
  'wcm',
  'aph',
  'fin',
  'fd',
  'prv',
  'ofl',
  'ofc',
  'tsu',
  'tap',
  'trj',
  'emb',
  'dlb',
] as const

const EventSender = StrictObject({
  _id: Id,
  name: Type.String(),
  emailNormal: Type.String(),
  $links: Links(),
})
/** Inside a notification the sender is told in full. */
const DetailedSender = StrictObject({
  ...EventSender.properties,
  status: UserStatus,
  username: Type.String(),
  invite: Type.String(),
})

const { $links: _links, ...request } = WorkRequest.properties
/** In an event, what a work request belongs to is named by id alone. */
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

const told = {
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
  told: Type.Record(Type.String(), Nullable(Type.String())),
}
export const Event = StrictObject({ _id: Id, from: EventSender, ...told })
export type Event = Static<typeof Event>
export const DetailedEvent = StrictObject({ _id: Id, from: DetailedSender, ...told })
export type DetailedEvent = Static<typeof DetailedEvent>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  access: 'signed-in',
  summary:
    'List what happened, newest first: all of your studios with report.read, else what concerns you',
  list: true,
  query: StrictPartial(StrictObject({ type: ShortText, created: ShortText })),
  reply: Event,
})
/**
 * Each message is one event under its id. `reset` comes first when it cannot be told what was
 * missed since Last-Event-ID.
 */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/events/stream',
  access: 'signed-in',
  summary:
    'Hear what concerns you as it happens (server-sent events); Last-Event-ID goes on where you left',
  bytes: 'live',
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
  summary: 'Set the flags of the event that _id names',
  body: StrictObject({
    _id: Id,
    processed: Type.Optional(Type.Boolean()),
    pushed: Type.Optional(Type.Boolean()),
    digested: Type.Optional(Type.Boolean()),
  }),
  record: Event,
  reply: Event,
})
