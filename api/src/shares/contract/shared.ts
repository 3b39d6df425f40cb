// What a guest with a share link can call.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import { Id, IdParams, Nullable, Seconds, StrictObject } from '../../kernel/http/contract/schema.ts'
import { CommentText } from '../../comments/contract.ts'
import { CommentDrawing, Frame } from '../../offlines/contract.ts'
import { Playback, playbackEndpoints } from '../../renditions/contract.ts'

const ShareCode = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  expects: 'the code of a share link',
})
const CodeParams = StrictObject({ code: ShareCode })
const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })

/** Nothing else is known before the passphrase. */
export const ShareLink = StrictObject({ hasPassphrase: Type.Boolean() })

/** `content` plays the file. `download` is null if the share is only for watching. */
export const SharedFile = StrictObject({
  _id: Id,
  name: Type.String(),
  length: Type.Number(),
  mime: Type.String(),
  sha256: Type.String(),
  content: Nullable(Type.String()),
  ...Playback.properties,
  download: Nullable(Type.String()),
})
export type SharedFile = Static<typeof SharedFile>

export const SharedPage = StrictObject({
  kind: Type.Enum(['delivery', 'preview', 'offline', 'files']),
  name: Type.String(),
  message: Type.String(),
  studio: Type.String(),
  /** A signed URL of the picture. */
  logo: Nullable(Type.String()),
  /** Of the work request, or of all files if they have the same. */
  language: Nullable(Type.String()),
  territory: Nullable(StrictObject({ code: Type.String(), name: Type.String() })),
  /** Of an offline. */
  version: Nullable(Type.Integer()),
  from: Type.String(),
  /** Who has opened the link. */
  guest: StrictObject({ name: Type.String(), email: Nullable(Type.String()) }),
  expires: Seconds,
  mayDownload: Type.Boolean(),
  mayComment: Type.Boolean(),
  mayDecide: Type.Boolean(),
  mayFollow: Type.Boolean(),
  watermark: Type.Boolean(),
  decision: Nullable(
    StrictObject({
      decision: Type.Enum(['accepted', 'rejected']),
      comment: Type.String(),
      decided: Seconds,
    }),
  ),
  files: Type.Array(SharedFile),
  /** Whether files are hidden by an embargo for now. */
  embargoed: Type.Boolean(),
  /** All files as one ZIP. Null if there is nothing to download. */
  archive: Nullable(
    StrictObject({ url: Type.String(), name: Type.String(), length: Type.Number() }),
  ),
})
export type SharedPage = Static<typeof SharedPage>

export const ShareSession = StrictObject({
  token: Type.String(),
  expires: Seconds,
  share: SharedPage,
})

export const getShareLink = endpoint({
  method: 'GET',
  path: '/s/:code',
  access: 'anyone',
  summary: 'Check a share link; says only whether it has a passphrase',
  params: CodeParams,
  reply: ShareLink,
})
export const openShare = endpoint({
  method: 'POST',
  path: '/s/:code/open',
  access: 'anyone',
  summary: 'Open a share link and get a short-lived share token',
  params: CodeParams,
  body: StrictObject({
    passphrase: Type.Optional(Type.String({ maxLength: 200 })),
    /** Who opens an open link. */
    name: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  secret: true,
  unaudited: 'Each opening is in the list of downloads.',
  reply: ShareSession,
})
export const getShared = endpoint({
  method: 'GET',
  path: '/shared',
  access: 'share',
  summary: 'Read what is shared, with new signed URLs',
  reply: SharedPage,
})
export const playShared = playbackEndpoints('/shared', 'a shared file', 'share')
export const getSharedLogo = endpoint({
  method: 'GET',
  path: '/shared/logo',
  access: 'share',
  summary: 'Read the logo of the studio that shares',
  bytes: 'out',
  reply: Bytes,
})
export const downloadShared = endpoint({
  method: 'GET',
  path: '/shared/:id/file',
  access: 'share',
  summary: 'Download a shared file',
  params: IdParams,
  bytes: 'out',
  reply: Bytes,
})
export const downloadArchive = endpoint({
  method: 'GET',
  path: '/shared/archive',
  access: 'share',
  summary: 'Download all shared files as one ZIP with their SHA-256 hashes',
  bytes: 'out',
  reply: Bytes,
})

/** A comment of the guest, or a reply to one. */
export const SharedComment = StrictObject({
  _id: Id,
  name: Type.String(),
  text: Type.String(),
  frame: Nullable(Type.Integer()),
  timecode: Nullable(Type.String()),
  drawing: Nullable(CommentDrawing),
  replyTo: Nullable(Id),
  created: Seconds,
})
export type SharedComment = Static<typeof SharedComment>
const NewSharedComment = StrictObject({
  text: CommentText,
  frame: Frame,
  drawing: Type.Optional(Nullable(CommentDrawing)),
})
export type NewSharedComment = Static<typeof NewSharedComment>
export const listSharedComments = endpoint({
  method: 'GET',
  path: '/shared/comments',
  access: 'share',
  summary: 'List your comments on the shared offline and the replies to them',
  reply: Type.Array(SharedComment),
})
export const createSharedComment = endpoint({
  method: 'POST',
  path: '/shared/comments',
  access: 'share',
  summary: 'Comment on a frame of the shared offline, with a drawing',
  body: NewSharedComment,
  reply: SharedComment,
})
export const decideShared = endpoint({
  method: 'PUT',
  path: '/shared/decision',
  access: 'share',
  summary: 'Accept or reject what is shared',
  body: StrictObject({
    decision: Type.Enum(['accepted', 'rejected']),
    comment: Type.Optional(Type.String({ maxLength: 5000 })),
  }),
  reply: SharedPage,
})
