import { Type, type Static } from 'typebox'
import { PERMISSIONS, ROLES } from '../access/rules.ts'
import { GroupEmbedded } from '../groups/contract.ts'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  OpaqueArray,
  Email,
  BoundedArray,
  Id,
  Links,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  Text,
  ShortText,
  ShortTextList,
  TimeZoneName,
} from '../kernel/http/contract/schema.ts'
import { TerritoryEmbedded } from '../territories/contract.ts'

/** Seconds between mails: -1 never, 0 immediately, then hourly, daily, weekly. */
const MailPace = Type.Enum([-1, 0, 3600, 86_400, 604_800])
const Tile = StrictObject({
  i: ShortText,
  x: Type.Integer({ minimum: 0, maximum: 1000 }),
  y: Type.Integer({ minimum: 0, maximum: 1000 }),
  w: Type.Integer({ minimum: 0, maximum: 1000 }),
  h: Type.Integer({ minimum: 0, maximum: 1000 }),
})

/** Concurrent uploads. */
export const MOST_UPLOADS = 100

export const Preferences = StrictObject({
  blacklist: StrictObject({ projects: BoundedArray(Id) }),
  mail: StrictObject({
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
  ingest: StrictObject({
    skipScratchPreview: Type.Boolean(),
    maxUploads: Type.Integer({ minimum: 1, maximum: MOST_UPLOADS }),
  }),
  contactLists: BoundedArray(
    StrictObject({
      name: Name,
      recipients: StrictObject({ groups: BoundedArray(Id), users: BoundedArray(Id) }),
    }),
  ),
  reports: StrictObject({
    workRequests: StrictObject({ dashboard: BoundedArray(Tile), hiddenCharts: ShortTextList }),
  }),
  agent: StrictObject({ instructions: Text }),
  /** The time zone for times in mails and for the morning of a digest. UTC if not set. */
  tz: Type.Optional(TimeZoneName),
  /** Keys that replace the default keys of an action of the web app, such as `player.mute`. */
  shortcuts: Type.Optional(
    BoundedArray(
      StrictObject({
        action: Type.String({ pattern: '^[a-z]+\\.[A-Za-z]+$', maxLength: 60 }),
        keys: BoundedArray(Type.String({ minLength: 1, maxLength: 40 }), 9),
      }),
      200,
    ),
  ),
})
export type Preferences = Static<typeof Preferences>

/** A change may leave out any field at any level. A list is replaced as a whole. */
const PreferencesChange = StrictPartial(
  StrictObject({
    ...Preferences.properties,
    blacklist: StrictPartial(Preferences.properties.blacklist),
    mail: StrictPartial(Preferences.properties.mail),
    ingest: StrictPartial(Preferences.properties.ingest),
    reports: StrictPartial(
      StrictObject({
        workRequests: StrictPartial(Preferences.properties.reports.properties.workRequests),
      }),
    ),
    agent: StrictPartial(Preferences.properties.agent),
  }),
  { maxBytes: 65_536 },
)
export type PreferencesChange = Static<typeof PreferencesChange>

export const UserStatus = StrictObject({
  invited: Type.Boolean(),
  approved: Type.Boolean(),
  registered: Type.Boolean(),
  confirmed: Type.Boolean(),
})
const Roles = BoundedArray(Type.Enum([...ROLES]), ROLES.length)
/** `admin` is the only role of the whole installation, so no membership has it. */
const MembershipRoles = BoundedArray(
  Type.Enum(ROLES.filter((role) => role !== 'admin')),
  ROLES.length,
)
const Permissions = BoundedArray(Type.Enum([...PERMISSIONS]), PERMISSIONS.length)

/** The roles and permissions of a person in one studio. */
const Membership = StrictObject({
  studio: Id,
  roles: MembershipRoles,
  permissions: Permissions,
  territory: Nullable(Id),
  groups: BoundedArray(Id),
})
export type Membership = Static<typeof Membership>

const MembershipInput = StrictObject({
  studio: SlugRef,
  roles: MembershipRoles,
  permissions: Type.Optional(Permissions),
  territory: Type.Optional(Nullable(SlugRef)),
  groups: Type.Optional(BoundedArray(Ref)),
})
export type MembershipInput = Static<typeof MembershipInput>

export const User = StrictObject({
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
  flags: ShortTextList,
  queue: OpaqueArray,
  orderQueue: OpaqueArray,
  shareQueue: OpaqueArray,
  studios: BoundedArray(Id, 1000),
  memberships: BoundedArray(Membership, 1000),
  twofactorVerified: Type.Boolean(),
  hasEnforced2fa: Type.Boolean(),
  territory: Nullable(TerritoryEmbedded),
  groups: Type.Array(GroupEmbedded),
  preferences: Preferences,
  /** The user agent of the caller's own last sign-in. Null for other people. */
  agent: Nullable(Type.String()),
  created: Seconds,
  $links: Links(),
})
export type User = Static<typeof User>

/** A person as embedded in other records. */
export const UserSummary = StrictObject({
  _id: Id,
  name: Type.String(),
  emailNormal: Type.String(),
  groups: Type.Array(StrictObject({ _id: Id, name: Type.String(), $links: Links() })),
})
export type UserSummary = Static<typeof UserSummary>

export const Password = Type.String({ minLength: 1, maxLength: 1024 })

const Change = StrictPartial(
  StrictObject({
    name: Name,
    preferences: PreferencesChange,
    queue: OpaqueArray,
    orderQueue: OpaqueArray,
    shareQueue: OpaqueArray,
    password: Password,
    currentPassword: Password,
    emailNormal: Email,
    username: Email,
    roles: Roles,
    permissions: Permissions,
    groups: BoundedArray(Ref),
    studios: BoundedArray(SlugRef),
    territory: Nullable(SlugRef),
    memberships: BoundedArray(MembershipInput, 1000),
    status: StrictPartial(UserStatus),
    hasEnforced2fa: Type.Boolean(),
    flags: ShortTextList,
    /** Ignored: it changes with every sign-in, so a copy in the body is outdated. */
    agent: Type.Unknown(),
  }),
)
export type UserChange = Static<typeof Change>

const Invitation = StrictObject({
  emailNormal: Email,
  name: Name,
  roles: Roles,
  groups: Type.Optional(BoundedArray(Ref)),
  studios: Type.Optional(BoundedArray(SlugRef)),
  territory: Type.Optional(Nullable(SlugRef)),
  permissions: Type.Optional(Permissions),
  memberships: Type.Optional(BoundedArray(MembershipInput, 1000)),
  password: Type.Optional(Password),
})
export type Invitation = Static<typeof Invitation>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'signed-in',
  summary: 'List the users you can see',
  list: true,
  query: StrictPartial(
    StrictObject({
      q: ShortText,
      role: Type.Enum([...ROLES]),
      studio: ShortText,
      order: ShortText,
    }),
  ),
  reply: User,
})
export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'signed-in',
  summary: 'Get a user',
  params: IdParams,
  reply: User,
})
export const inviteUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Invite a user. With a password the account is usable at once',
  body: Invitation,
  record: User,
  reply: User,
})
export const inviteAgain = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Resend the invitation of a user who has not registered and revoke the earlier code',
  params: IdParams,
  reply: User,
})
export const changeUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'signed-in',
  acrossStudios: true,
  summary: 'Update a user, the same as PUT /session/{id}',
  params: IdParams,
  body: Change,
  record: User,
  reply: User,
  unauditedFields: ['queue', 'orderQueue', 'shareQueue', 'preferences'],
})
export const disableUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'user.manage',
  acrossStudios: true,
  summary: 'Disable a user and keep their history',
  params: IdParams,
  reply: Removed,
})
/** RFC 8058 one-click unsubscribe, called by mail clients. The code does nothing else. */
const Code = StrictObject({ code: Type.String({ minLength: 1, maxLength: 200 }) })
export const askUnsubscribe = endpoint({
  method: 'GET',
  path: '/users/unsubscribe',
  access: 'anyone',
  summary: 'Show a page that asks for confirmation. Changes nothing',
  query: Code,
  bytes: 'both',
  reply: Type.Unknown(),
})
export const unsubscribe = endpoint({
  unaudited: 'no caller is signed in, and the setting shows the change',
  method: 'POST',
  path: '/users/unsubscribe',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Unsubscribe the recipient of this link from mail',
  query: Code,
  bytes: 'both',
  reply: Type.Unknown(),
})
export const registerUser = endpoint({
  method: 'POST',
  path: '/users/register',
  access: 'anyone',
  acrossStudios: true,
  summary: 'Accept an invitation',
  body: StrictObject({
    code: Type.String({ minLength: 1, maxLength: 200 }),
    name: Name,
    password: Password,
  }),
  reply: StrictObject({ email: Type.String(), registered: Type.Literal(true) }),
})
