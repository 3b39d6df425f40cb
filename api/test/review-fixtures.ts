import { sql } from '../src/kernel/db/sql.ts'
import type { Probe } from '@reelay/media/types'
import * as offlines from '../src/offlines/contract.ts'
import { uploadFile } from './orders.ts'
import type { TestUser, Fixtures } from './fixtures.ts'

type Film = { frameRate: string; duration: number; timecode: string | null }
export const PAL: Film = { frameRate: '25/1', duration: 60, timecode: '10:00:00:00' }

/** Creates an offline with a probe result, without processing the film. */
export async function uploadVersion(
  { a, db }: Pick<Fixtures, 'a' | 'db'>,
  workRequest: string,
  { frameRate, duration, timecode }: Film = PAL,
): Promise<offlines.Offline> {
  const file = await uploadFile(a.people.vendor, a, 'offline.mp4', crypto.randomUUID())
  const probe: Probe = {
    kind: 'video',
    format: 'mov',
    duration,
    bitRate: null,
    timecode,
    audio: [],
    copyable: false,
    video: {
      codec: 'h264',
      profile: null,
      width: 1920,
      height: 1080,
      frameRate,
      scan: 'progressive',
      pixelFormat: 'yuv420p',
      bitDepth: 8,
      bitRate: null,
      aspect: '16:9',
    },
  }
  await sql`
    insert into media (studio_id, file_id, probe)
    select studio_id, id, ${JSON.stringify(probe)}::jsonb from file where id = ${file._id}`.execute(
    db,
  )
  return a.people.vendor.call(offlines.createOffline, { body: { workRequest, file: file._id } })
}

/** Calls for the comments of one offline. */
export const commentsOn = ({ _id: id }: { _id: string }) => ({
  create: (by: TestUser, body: offlines.NewOfflineComment) =>
    by.call(offlines.createComment, { params: { id }, body }),
  change: (by: TestUser, comment: string, body: offlines.OfflineCommentChange, headers = {}) =>
    by.call(offlines.changeComment, { params: { id, comment }, body, headers }),
  remove: (by: TestUser, comment: string) =>
    by.call(offlines.removeComment, { params: { id, comment } }),
  read: (by: TestUser, comment: string) =>
    by.call(offlines.getComment, { params: { id, comment } }),
  list: async (by: TestUser, resolved?: 'true' | 'false') =>
    (
      await by.call(offlines.listComments, {
        params: { id },
        query: resolved ? { resolved } : {},
        range: { first: 0, last: 499 },
      })
    ).items,
  texts: async (by: TestUser) =>
    (
      await by.call(offlines.listComments, { params: { id }, range: { first: 0, last: 499 } })
    ).items.map(({ text }) => text),
})
