import { Type, type Static } from 'typebox'
import { RIGHTS, ROLES } from '../access/rules.ts'
import { GroupEmbedded } from '../groups/contract.ts'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Carried,
  Email,
  Few,
  Id,
  Links,
  Name,
  Nullable,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Strict,
  Text,
  Word,
  Words,
  Zone,
} from '../kernel/http/contract/schema.ts'
import { TerritoryEmbedded } from '../territories/contract.ts'

/** Seconds between mails: -1 never, 0 at once, then hourly, daily, weekly. */
const MailPace = Type.Enum([-1, 0, 3600, 86_400, 604_800])
const Tile = Strict({
  i: Word,
  x: Type.Integer({ minimum: 0, maximum: 1000 }),
  y: Type.Integer({ minimum: 0, maximum: 1000 }),
  w: Type.Integer({ minimum: 0, maximum: 1000 }),
  h: Type.Integer({ minimum: 0, maximum: 1000 }),
})

/** At the same time. */
export const MOST_UPLOADS = 100

export const Preferences = Strict({
  blacklist: Strict({ projects: Few(Id) }),
  mail: Strict({
    enabled: Type.Boolean(),
    projects: MailPace,
    assets: MailPace,
    files: MailPace,
    work_requests: MailPace,
    shares: MailPace,
    ingest: MailPace,
    offline_comments: MailPace,
    others: MailPace,
    work_request_comments: MailPace,
    workflow: MailPace,
  }),
  ingest: Strict({
    skipScratchPreview: Type.Boolean(),
    maxUploads: Type.Integer({ minimum: 1, maximum: MOST_UPLOADS }),
  }),
  contactLists: Few(
    Strict({ name: Name, recipients: Strict({ groups: Few(Id), users: Few(Id) }) }),
  ),
  reports: Strict({ workRequests: Strict({ dashboard: Few(Tile), hiddenCharts: Words }) }),
  agent: Strict({ instructions: Text }),
  /**
   * Where they read their mail: the zone of its times, and of the morning in which a digest comes.
   * UTC when they have not said.
   */
  tz: Type.Optional(Zone),
})
export type Preferences = Static<typeof Preferences>

export const UserStatus = Strict({
  invited: Type.Boolean(),
  approved: Type.Boolean(),
  registered: Type.Boolean(),
  confirmed: Type.Boolean(),
})
const Roles = Few(Type.Enum([...ROLES]), ROLES.length)
const Permissions = Few(Type.Enum([...RIGHTS]), RIGHTS.length)

export const User = Strict({
  _id: Id,
  id: Id,
  emailNormal: Type.String(),
  username: Type.String(),
  name: Type.String(),
  invite: Type.String(),
  password: Type.Literal('[redacted]'),
  status: UserStatus,
  roles: Roles,
  permissions: Permissions,
  flags: Words,
  queue: Carried,
  orderQueue: Carried,
  shareQueue: Carried,
  studios: Few(Id, 1000),
  twofactorVerified: Type.Boolean(),
  hasEnforced2fa: Type.Boolean(),
  territory: Nullable(TerritoryEmbedded),
  groups: Type.Array(GroupEmbedded),
  preferences: Preferences,
  created: Seconds,
  $links: Links(),
})
export type User = Static<typeof User>

/** A person as others' records show them. */
export const UserSummary = Strict({
  _id: Id,
  name: Type.String(),
  emailNormal: Type.String(),
  groups: Type.Array(Strict({ _id: Id, name: Type.String(), $links: Links() })),
})
export type UserSummary = Static<typeof UserSummary>

export const Password = Type.String({ minLength: 1, maxLength: 1024 })

const Change = Partly(
  Strict({
    name: Name,
    preferences: Partly(Preferences),
    queue: Carried,
    orderQueue: Carried,
    shareQueue: Carried,
    password: Password,
    currentPassword: Password,
    emailNormal: Email,
    username: Email,
    roles: Roles,
    permissions: Permissions,
    groups: Few(Ref),
    studios: Few(Ref),
    territory: Nullable(Ref),
    status: Partly(UserStatus),
    hasEnforced2fa: Type.Boolean(),
    flags: Words,
  }),
)
export type UserChange = Static<typeof Change>

const Invitation = Strict({
  emailNormal: Email,
  name: Name,
  roles: Roles,
  groups: Type.Optional(Few(Ref)),
  studios: Type.Optional(Few(Ref)),
  territory: Type.Optional(Nullable(Ref)),
  permissions: Type.Optional(Permissions),
  password: Type.Optional(Password),
})
export type Invitation = Static<typeof Invitation>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'signed-in',
  summary: 'List the people you can see',
  list: true,
  query: Partly(Strict({ q: Word, role: Word, studio: Word, order: Word })),
  reply: User,
})
export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'signed-in',
  summary: 'Read a person',
  params: Params,
  reply: User,
})
export const inviteUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'user.manage',
  summary: 'Invite a person; with a password the account is usable at once',
  body: Invitation,
  of: User,
  reply: User,
})
export const inviteAgain = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  access: 'user.manage',
  summary:
    'Send the invitation of somebody who has not registered once more; the code sent before ends',
  params: Params,
  reply: User,
})
export const changeUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'signed-in',
  summary: 'Change a person, the same as PUT /session/{id}',
  params: Params,
  body: Change,
  of: User,
  reply: User,
  desk: ['queue', 'orderQueue', 'shareQueue', 'preferences'],
})
export const disableUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'user.manage',
  summary: 'Disable a person; what they did stays',
  params: Params,
  reply: Removed,
})
/**
 * RFC 8058: what a mail program calls when its reader wants no more. The code is that of their
 * mails and does nothing else.
 */
const Code = Strict({ code: Type.String({ minLength: 1, maxLength: 200 }) })
export const askUnsubscribe = endpoint({
  method: 'GET',
  path: '/users/unsubscribe',
  access: 'anyone',
  summary: 'A page that asks whether mail shall stop; it changes nothing',
  query: Code,
  bytes: 'both',
  reply: Type.Unknown(),
})
export const unsubscribe = endpoint({
  unaudited: 'nobody is signed in; the setting shows it',
  method: 'POST',
  path: '/users/unsubscribe',
  access: 'anyone',
  summary: 'Stop the mail of whoever got this address by mail',
  query: Code,
  bytes: 'both',
  reply: Type.Unknown(),
})
export const registerUser = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'anyone',
  summary: 'Accept an invitation',
  body: Strict({
    code: Type.String({ minLength: 1, maxLength: 200 }),
    name: Name,
    password: Password,
  }),
  reply: Strict({ email: Type.String(), registered: Type.Literal(true) }),
})
