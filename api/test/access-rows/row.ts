import type { StudioFixtures } from '../fixtures.ts'

/** Admin, Studio, Territory, Vendor, transLator, Guest, Machine. */
export const ROLE_LETTERS = {
  A: 'admin',
  S: 'studio',
  T: 'territory',
  V: 'vendor',
  L: 'translator',
  G: 'guest',
  M: 'service',
} as const
export type RoleLetter = keyof typeof ROLE_LETTERS

export type RecordKind =
  | 'studio'
  | 'group'
  | 'user'
  | 'project'
  | 'file'
  | 'download'
  | 'preview'
  | 'asset'
  | 'script'
  | 'scriptLine'
  | 'translation'
  | 'translationLine'
  | 'workRequest'
  | 'offline'
  | 'comment'
  | 'requestComment'
  | 'lineComment'
  | 'encode'
  | 'invitation'
  | 'event'
  | 'notification'
  | 'territory'
  | 'assettype'
  | 'workflow'
  | 'token'
  | 'passkey'
  | 'upload'
  | 'webhook'
  | 'delivery'
  | 'provider'
  | 'domain'
  | 'memory'
  | 'term'
  | 'word'
  | 'job'
  | 'share'
  | 'shareRecipient'
  | 'reviewSession'
export type RecordIds = Record<RecordKind, string>

export type AccessRow = {
  /** The letters of the roles that may call this in their own studio. */
  may: string
  /** The kind of record that the path, or a reference in the body, names. */
  record?: RecordKind
  body?: (id: string, ids: RecordIds, studio: StudioFixtures) => unknown
  /** The call would delete what the next row needs. */
  destroys?: true
  /** The reply says for each record of the body whether it was refused. */
  answersEach?: true
  /** The kinds of record for `:line` and `:comment`. */
  line?: RecordKind
  comment?: RecordKind
  query?: (id: string) => string
}

export type AccessRows = Record<string, AccessRow>

export const EVERYONE = 'ASTVLGM'
export const emptyBody = () => ({})
export const idBody = (id: string) => ({ _id: id })

/** Everybody who sees a record may play it. */
export const playbackRows = (path: string, record: RecordKind, may = 'ASTVLM'): AccessRows =>
  Object.fromEntries(
    [
      'content',
      'hls/:variant',
      'hls/:variant/:number',
      'poster',
      'thumbnail',
      'storyboard',
      'storyboard/:number',
      'peaks',
    ].map((what) => [`GET ${path}/:id/${what}`, { may, record }]),
  )
