import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, Nullable, Seconds, Strict } from '../kernel/schema.ts'

export const Mail = Strict({ _id: Id, to: Type.String(), subject: Type.String(), text: Type.String(), sent: Nullable(Seconds), created: Seconds })
export type Mail = Static<typeof Mail>

export const listOutbox = endpoint({
  method: 'GET', path: '/outbox', access: 'installation.manage', summary: 'Read the mail the service wrote, newest first', list: true, reply: Mail,
})
