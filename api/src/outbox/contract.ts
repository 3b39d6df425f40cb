import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { Id, Nullable, Seconds, StrictObject } from '../kernel/http/contract/schema.ts'

/**
 * `next` is when it is tried again; `error` is what the server said to the last try. Failed for
 * good it is tried no more.
 */
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
  summary: 'Read the mail the service wrote, newest first, and what became of it',
  list: true,
  reply: Mail,
})
