// What follows by itself: each kind of job and who does it.
import { anchorDownloads } from './downloads/reactions.ts'
import { makeEncode, planAutosubs, settleStuck } from './encodes/reactions.ts'
import { liftEmbargo, scrubOriginals } from './files/reactions.ts'
import { sealAudit } from './kernel/audit/seal.ts'
import { forgetRetries } from './kernel/http/idempotency.ts'
import type { Schedule } from './kernel/jobs/schedule.ts'
import type { Reactions } from './kernel/jobs/work.ts'
import { sendMail } from './kernel/mail/send.ts'
import type { Round } from './kernel/mail/smtp.ts'
import {
  findDigests,
  forgetMail,
  holdsOrTakenBack,
  makeDigest,
} from './notifications/reactions/digest.ts'
import type { Writing } from './notifications/reactions/letter.ts'
import { notify } from './notifications/reactions/notify.ts'
import { firstLook } from './previews/reactions.ts'
import { lintAnew } from './renditions/reactions/lint.ts'
import { dropBytes, forgetMarked, markForViewer } from './renditions/reactions/mark.ts'
import { workOnFile, type Tools } from './renditions/reactions/work.ts'
import { sendReset } from './sessions/reactions.ts'
import { expireUploads, finishUploads } from './uploads/reactions.ts'
import { push, tendDeliveries } from './webhooks/reactions/push.ts'
import { deliver, forgetTouches, settleWorkRequest } from './workrequests/reactions.ts'

type Log = { error: (about: object, message: string) => void }

export const reactionsOf = (writing: Writing): Reactions => ({
  notify: notify(writing),
  push: push,
  'tend-deliveries': tendDeliveries,
  settle: settleWorkRequest,
  'send-reset': sendReset(writing.appUrl),
  autosubs: planAutosubs,
  deliver: deliver(writing.appUrl),
  'anchor-downloads': anchorDownloads,
  'forget-retries': forgetRetries,
  'seal-audit': sealAudit,
  'forget-touches': forgetTouches,
  lift: liftEmbargo,
  'first-look': firstLook,
  'film-came': settleStuck,
  lint: lintAnew,
  'forget-marked': forgetMarked,
  'forget-mail': forgetMail,
})

type Lanes = Tools & {
  config: Writing & { scrubDays: number }
  openMail: (() => Round) | undefined
  log: Log
}

/**
 * Work that takes its time, in lanes: each does one thing at a time, and none waits for another.
 */
export const lanesOf = ({ config, openMail, ...tools }: Lanes): Reactions[] => [
  { media: workOnFile(tools), 'drop-bytes': dropBytes(tools) },
  { 'finish-uploads': finishUploads(tools), 'expire-uploads': expireUploads(tools) },
  { transcode: workOnFile(tools) },
  { encode: makeEncode(tools) },
  { mark: markForViewer(tools) },
  { scrub: scrubOriginals({ ...tools, days: config.scrubDays }) },
  { digests: findDigests, digest: makeDigest(config) },
  {
    'send-mail': sendMail({
      open: openMail,
      host: new URL(config.publicUrl).hostname,
      holds: holdsOrTakenBack,
      log: tools.log,
    }),
  },
]

export const schedule: Schedule = {
  'anchor-downloads': 60,
  'seal-audit': 60,
  'forget-retries': 3600,
  'forget-touches': 3600,
  'forget-marked': 3600,
  scrub: 3600,
  'finish-uploads': 60,
  'expire-uploads': 3600,
  digests: 60,
  'send-mail': 60,
  'forget-mail': 3600,
  'tend-deliveries': 600,
}
