import { Type, type Static } from 'typebox'
import { DetailedEvent, EVENT_TYPES } from '../events/contract.ts'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  CommaList,
  Id,
  Links,
  IdParams,
  StrictPartial,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

export const Notification = StrictObject({
  _id: Id,
  from: Id,
  to: Id,
  event: DetailedEvent,
  type: Type.String(),
  title: Type.String(),
  emailSubject: Type.String(),
  read: Type.Boolean(),
  viewed: Type.Boolean(),
  sent: Type.Boolean(),
  added: Seconds,
  created: Seconds,
  $links: Links(),
})
export type Notification = Static<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  access: 'signed-in',
  summary: 'List your notifications, newest first',
  list: true,
  countsTo: MAX_CHECKED,
  query: StrictPartial(
    StrictObject({ read: Type.Enum(['true', 'false']), type: CommaList(EVENT_TYPES) }),
  ),
  reply: Notification,
})
export const getNotification = endpoint({
  method: 'GET',
  path: '/notifications/:id',
  access: 'signed-in',
  summary: 'Read one of your notifications',
  params: IdParams,
  reply: Notification,
})
export const markNotification = endpoint({
  unaudited: 'read marks are private',
  method: 'PUT',
  path: '/notifications/:id',
  access: 'signed-in',
  summary: 'Mark a notification as read or viewed',
  params: IdParams,
  body: StrictPartial(StrictObject({ read: Type.Boolean(), viewed: Type.Boolean() })),
  record: Notification,
  reply: Notification,
})
export const markAllNotifications = endpoint({
  unaudited: 'read marks are private',
  method: 'PUT',
  path: '/notifications',
  access: 'signed-in',
  summary: 'Mark all your notifications as read',
  body: StrictObject({ read: Type.Literal(true) }),
  reply: StrictObject({ read: Type.Integer() }),
})
