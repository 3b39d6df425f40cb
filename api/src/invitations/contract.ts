import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Email,
  Id,
  IdOrSlug,
  IdParams,
  Links,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

export const INVITED_AS = ['translator', 'reviewer'] as const
const InvitedAs = Type.Enum([...INVITED_AS])

/** An invitation to one work request. The code is only in the mail. */
export const RequestInvitation = StrictObject({
  _id: Id,
  workRequest: Id,
  email: Type.String(),
  as: InvitedAs,
  from: Id,
  created: Seconds,
  expires: Seconds,
  accepted: Nullable(Seconds),
  $links: Links('workRequest'),
})
export type RequestInvitation = Static<typeof RequestInvitation>

const NewRequestInvitation = StrictObject({ email: Email, as: InvitedAs })
export type NewRequestInvitation = Static<typeof NewRequestInvitation>

const Code = StrictObject({ code: Type.String({ minLength: 1, maxLength: 200 }) })

export const listRequestInvitations = endpoint({
  method: 'GET',
  path: '/workrequests/:id/invitations',
  access: 'signed-in',
  summary: 'List the invitations to a work request that are not revoked',
  list: true,
  params: IdParams,
  reply: RequestInvitation,
})
export const inviteToRequest = endpoint({
  method: 'POST',
  path: '/workrequests/:id/invitations',
  access: 'signed-in',
  summary: 'Invite a translator or reviewer to a work request by email',
  // Each call sends a mail.
  cost: 10,
  params: IdParams,
  body: NewRequestInvitation,
  reply: RequestInvitation,
})
export const revokeRequestInvitation = endpoint({
  method: 'DELETE',
  path: '/workrequests/:id/invitations/:invitation',
  access: 'signed-in',
  summary: 'Revoke an invitation and the access that it gave',
  params: StrictObject({ id: IdOrSlug, invitation: Id }),
  reply: Removed,
})
/** With the code of the mail. `registered`: whether the person signs in instead of registering. */
export const readRequestInvitation = endpoint({
  unaudited: 'changes nothing',
  method: 'POST',
  path: '/workrequests/invitations/read',
  access: 'anyone',
  summary: 'Read the invitation of a code',
  body: Code,
  reply: StrictObject({
    workRequest: Id,
    email: Type.String(),
    as: InvitedAs,
    from: Type.String(),
    registered: Type.Boolean(),
  }),
})
export const acceptRequestInvitation = endpoint({
  method: 'POST',
  path: '/workrequests/invitations/accept',
  access: 'signed-in',
  summary: 'Accept an invitation with an existing account',
  // The caller does not see the studio yet.
  acrossStudios: true,
  body: Code,
  reply: StrictObject({ workRequest: Id, as: InvitedAs }),
})
