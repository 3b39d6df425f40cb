import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { Id, Nullable, Seconds, StrictObject } from '../kernel/http/contract/schema.ts'

/** `next` is the next attempt; `error` is the last error of the mail server. */
export const Mail = StrictObject({
  _id: Id,
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Nullable(Type.String()),
  status: Type.Enum(['waiting', 'sent', 'failed']),
  sent: Nullable(Seconds),
  attempts: Type.Integer(),
  next: Nullable(Seconds),
  error: Nullable(Type.String()),
  created: Seconds,
})
export type Mail = Static<typeof Mail>

export const listOutbox = endpoint({
  method: 'GET',
  path: '/outbox',
  access: 'installation.manage',
  summary: 'List the mail of the service with its delivery status, newest first',
  list: true,
  reply: Mail,
})
