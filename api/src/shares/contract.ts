import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Email,
  Id,
  IdParams,
  Links,
  Nullable,
  Ref,
  Seconds,
  ShortText,
  StrictObject,
  StrictPartial,
} from '../kernel/http/contract/schema.ts'
import { MailLanguage } from '../studios/contract.ts'
import { UserSummary } from '../users/contract.ts'

export * from './contract/shared.ts'

export const SHARE_KINDS = ['delivery', 'preview', 'offline', 'files'] as const
export const ShareKind = Type.Enum([...SHARE_KINDS])
export type ShareKind = Static<typeof ShareKind>
export const SHARE_STATES = ['active', 'expired', 'revoked'] as const
export const ShareDecision = Type.Enum(['accepted', 'rejected'])
export type ShareDecision = Static<typeof ShareDecision>

/** `email` is null for an open link, and for everybody who opened it. */
export const ShareRecipient = StrictObject({
  _id: Id,
  email: Nullable(Type.String()),
  name: Type.String(),
  /** When the link was last sent. */
  sent: Nullable(Seconds),
  /** When the link was first opened. */
  opened: Nullable(Seconds),
  lastOpened: Nullable(Seconds),
  opens: Type.Integer(),
  downloads: Type.Integer(),
  decision: Nullable(ShareDecision),
  comment: Type.String(),
  decided: Nullable(Seconds),
})
export type ShareRecipient = Static<typeof ShareRecipient>

export const Share = StrictObject({
  _id: Id,
  studio: Id,
  kind: ShareKind,
  /** The work request, the preview or the offline. Null for a selection of files. */
  subject: Nullable(Id),
  /** What is shared, in words. */
  name: Type.String(),
  message: Type.String(),
  /** The language of its mails. */
  mailLanguage: MailLanguage,
  files: Type.Array(StrictObject({ _id: Id, name: Type.String() })),
  recipients: Type.Array(ShareRecipient),
  expires: Seconds,
  hasPassphrase: Type.Boolean(),
  mayDownload: Type.Boolean(),
  mayComment: Type.Boolean(),
  mayDecide: Type.Boolean(),
  /** Whether guests see review sessions of what is shared. */
  mayFollow: Type.Boolean(),
  watermark: Type.Boolean(),
  created: Seconds,
  revoked: Nullable(Seconds),
  from: UserSummary,
  $state: Type.Enum([...SHARE_STATES]),
  $links: Links(),
})
export type Share = Static<typeof Share>
/** `url` is the open link. Only this answer contains it. */
export const ShareWithUrl = StrictObject({ ...Share.properties, url: Nullable(Type.String()) })
export type ShareWithUrl = Static<typeof ShareWithUrl>

/** The shortest passphrase that cannot be guessed within the allowed attempts. */
const Passphrase = Type.String({ minLength: 8, maxLength: 200 })
const NewRecipient = StrictObject({
  email: Email,
  name: Type.Optional(Type.String({ maxLength: 100 })),
})
const NewShareBody = StrictObject({
  kind: ShareKind,
  subject: Type.Optional(Nullable(Ref)),
  files: Type.Optional(BoundedArray(Ref, 500)),
  recipients: Type.Optional(BoundedArray(NewRecipient, 50)),
  message: Type.Optional(Type.String({ maxLength: 2000 })),
  /** Of the mails. By default that of the studio. */
  mailLanguage: Type.Optional(MailLanguage),
  expires: Type.Optional(Seconds),
  passphrase: Type.Optional(Nullable(Passphrase)),
  mayDownload: Type.Optional(Type.Boolean()),
  mayComment: Type.Optional(Type.Boolean()),
  mayDecide: Type.Optional(Type.Boolean()),
  mayFollow: Type.Optional(Type.Boolean()),
  watermark: Type.Optional(Type.Boolean()),
})
export type NewShare = Static<typeof NewShareBody>

export const listShares = endpoint({
  method: 'GET',
  path: '/shares',
  access: 'signed-in',
  summary: 'List your shares, or with report.read those of your studios, newest first',
  list: true,
  query: StrictPartial(
    StrictObject({
      kind: ShareKind,
      subject: ShortText,
      state: Type.Enum([...SHARE_STATES]),
      studio: ShortText,
      order: ShortText,
    }),
  ),
  reply: Share,
})
export const createShare = endpoint({
  method: 'POST',
  path: '/shares',
  access: 'workrequest.approve',
  summary: 'Share a delivery, a preview, an offline or files with people who have no account',
  body: NewShareBody,
  secret: true,
  reply: ShareWithUrl,
})
export const getShare = endpoint({
  method: 'GET',
  path: '/shares/:id',
  access: 'signed-in',
  summary: 'Read a share with its openings and decisions',
  params: IdParams,
  reply: Share,
})
export const sendShareLink = endpoint({
  method: 'POST',
  path: '/shares/:id/links',
  access: 'workrequest.approve',
  summary: 'Replace the link of a recipient and send the new one, or replace the open link',
  params: IdParams,
  body: StrictObject({ recipient: Ref }),
  secret: true,
  reply: ShareWithUrl,
})
export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/shares/:id',
  access: 'signed-in',
  summary: 'Revoke a share; running downloads stop',
  params: IdParams,
  reply: Share,
})
