import { Type, type Static } from 'typebox'
import { EventInFull } from '../events/contract.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, Links, Params, Partly, Seconds, Strict, Word } from '../kernel/schema.ts'

export const Notification = Strict({
  _id: Id,
  from: Id,
  to: Id,
  event: EventInFull,
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
  query: Partly(Strict({ read: Type.Enum(['true', 'false']), type: Word })),
  reply: Notification,
})
export const getNotification = endpoint({
  method: 'GET',
  path: '/notifications/:id',
  access: 'signed-in',
  summary: 'Read a notification of yours',
  params: Params,
  reply: Notification,
})
export const markNotification = endpoint({
  unaudited: 'what somebody has read is their own affair',
  method: 'PUT',
  path: '/notifications/:id',
  access: 'signed-in',
  summary: 'Mark a notification as read or viewed',
  params: Params,
  body: Partly(Strict({ read: Type.Boolean(), viewed: Type.Boolean() })),
  of: Notification,
  reply: Notification,
})
export const markAllNotifications = endpoint({
  unaudited: 'what somebody has read is their own affair',
  method: 'PUT',
  path: '/notifications',
  access: 'signed-in',
  summary: 'Mark all your notifications as read',
  body: Strict({ read: Type.Literal(true) }),
  reply: Strict({ read: Type.Integer() }),
})
