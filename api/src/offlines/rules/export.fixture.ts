// Offlines and comments for the tests of exports.
import type { CommentedOffline, StoredOfflineComment } from './comments.ts'
import type { Footage } from './position.ts'

export const NTSC: Footage = {
  kind: 'video',
  frameRate: '30000/1001',
  timecode: '01:00:00;00',
  duration: 120,
}
export const PAL: Footage = {
  kind: 'video',
  frameRate: '25/1',
  timecode: '10:00:00:00',
  duration: 20,
}
export const ada = { _id: 'a', name: 'Ada Lang', emailNormal: 'ada@example.com', groups: [] }
export const offline = (footage: Footage): CommentedOffline => ({
  _id: 'o',
  version: 2,
  workRequest: 'w',
  studio: 's',
  asset: 'a',
  file: 'f',
  owner: 'a',
  slug: 'trailer',
  territory: 'DE',
  footage,
})
export const comment = (
  footage: Footage,
  more: Partial<StoredOfflineComment> = {},
): StoredOfflineComment => ({
  _id: 'c1',
  offline: 'o',
  version: 1,
  carriedFrom: null,
  from: ada,
  text: 'Too dark',
  mentions: [],
  drawing: null,
  replyTo: null,
  resolved: null,
  removed: false,
  created: 86_400,
  edited: null,
  position: { frame: 30, range: null },
  shownFootage: footage,
  positionFootage: footage,
  conformed: null,
  originalFile: 'f',
  thread: 'c1',
  hasReplies: false,
  owner: 'a',
  workRequest: 'w',
  studio: 's'.repeat(24),
  ...more,
})
