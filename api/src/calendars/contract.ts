import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Name,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

/** A subscription for a calendar program. `used`: when a program last read it. */
export const Calendar = StrictObject({
  _id: Id,
  name: Name,
  created: Seconds,
  used: Nullable(Seconds),
})
export type Calendar = Static<typeof Calendar>

export const listCalendars = endpoint({
  method: 'GET',
  path: '/session/calendars',
  access: 'signed-in',
  summary: 'List your calendar subscriptions',
  list: true,
  reply: Calendar,
})
export const createCalendar = endpoint({
  method: 'POST',
  path: '/session/calendars',
  access: 'signed-in',
  summary: 'Create a calendar subscription. Its address contains a secret and is shown once',
  secret: true,
  body: StrictObject({ name: Name }),
  reply: Type.Evaluate(Type.Intersect([Calendar, StrictObject({ url: Type.String() })])),
})
export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/session/calendars/:id',
  access: 'signed-in',
  summary: 'Revoke one of your calendar subscriptions',
  params: IdParams,
  reply: Removed,
})
/** Calendar programs cannot sign in, so the code in the address is the credential. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendars/:code',
  access: 'anyone',
  load: 'read',
  summary: 'Read the deadlines of your open work requests as iCalendar (RFC 5545)',
  params: StrictObject({ code: Type.String({ pattern: '^[\\w-]{43}(\\.ics)?$' }) }),
  bytes: 'out',
  reply: Type.Unknown(),
})
