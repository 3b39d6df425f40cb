// What follows by itself: each kind of job and who does it.
import { anchorDownloads } from './downloads/reactions.ts'
import { makeEncode, planAutosubs } from './encodes/reactions.ts'
import { liftEmbargo, scrubOriginals } from './files/reactions.ts'
import { forgetRetries } from './kernel/http/idempotency.ts'
import type { Schedule } from './kernel/jobs/schedule.ts'
import type { Reactions } from './kernel/jobs/work.ts'
import { notify } from './notifications/reactions.ts'
import { firstLook } from './previews/reactions.ts'
import { lintAnew } from './renditions/reactions/lint.ts'
import { dropBytes, forgetMarked, markForViewer } from './renditions/reactions/mark.ts'
import { workOnFile, type Tools } from './renditions/reactions/work.ts'
import { expireUploads, finishUploads } from './uploads/reactions.ts'
import { deliver, forgetTouches, settleWorkRequest } from './workrequests/reactions.ts'

type Log = { error: (about: object, message: string) => void }

export const reactions: Reactions = {
  'notify': notify,
  'settle': settleWorkRequest,
  'autosubs': planAutosubs,
  'anchor-downloads': anchorDownloads,
  'forget-retries': forgetRetries,
  'forget-touches': forgetTouches,
  'lift': liftEmbargo,
  'first-look': firstLook,
  'lint': lintAnew,
  'forget-marked': forgetMarked,
}

/** Work with bytes, in lanes: each does one thing at a time, and none waits for another. */
export const lanesOf = (tools: Tools & { scrubDays: number; appUrl: string; log: Log }): Reactions[] => [
  { 'media': workOnFile(tools), 'drop-bytes': dropBytes(tools) },
  { 'deliver': deliver(tools.appUrl), 'finish-uploads': finishUploads(tools), 'expire-uploads': expireUploads(tools) },
  { 'transcode': workOnFile(tools) },
  { 'encode': makeEncode(tools) },
  { 'mark': markForViewer(tools) },
  { 'scrub': scrubOriginals({ ...tools, days: tools.scrubDays }) },
]

export const schedule: Schedule = { 'anchor-downloads': 60, 'forget-retries': 3600, 'forget-touches': 3600, 'forget-marked': 3600, 'scrub': 3600, 'finish-uploads': 60, 'expire-uploads': 3600 }
