// What follows by itself: each kind of job and who does it.
import { updateAnchors } from './downloads/reactions.ts'
import { runEncode, planAutosubs, retryWaitingOrders } from './encodes/reactions.ts'
import { liftEmbargo, scrubOriginals } from './files/reactions.ts'
import { sealAudit } from './kernel/audit/seal.ts'
import { pruneIdempotencyKeys } from './kernel/http/idempotency.ts'
import type { Schedule } from './kernel/jobs/schedule.ts'
import type { JobHandlers } from './kernel/jobs/worker.ts'
import { sendMail } from './kernel/mail/send.ts'
import type { MailTransport } from './kernel/mail/smtp.ts'
import {
  enqueueDueDigests,
  pruneMail,
  checkBeforeSending,
  writeDigest,
} from './notifications/reactions/digest.ts'
import type { MailUrls } from './notifications/reactions/compose-mail.ts'
import { notify } from './notifications/reactions/notify.ts'
import { createFirstPreview } from './previews/reactions.ts'
import { lintAgain } from './renditions/reactions/lint.ts'
import {
  deleteUnusedObjects,
  pruneWatermarked,
  watermarkForViewer,
} from './renditions/reactions/watermark.ts'
import { runStepJob, type MediaTools } from './renditions/reactions/run-step.ts'
import { sendReset } from './sessions/reactions.ts'
import { expireUploads, finishUploads } from './uploads/reactions.ts'
import { enqueueDeliveries, pruneDeliveries } from './webhooks/reactions/push.ts'
import { deliver, pruneInvalidations, advanceWorkRequest } from './workrequests/reactions.ts'

type Log = { error: (about: object, message: string) => void }

export const createJobHandlers = (writing: MailUrls): JobHandlers => ({
  notify: notify(writing),
  push: enqueueDeliveries,
  'tend-deliveries': pruneDeliveries,
  settle: advanceWorkRequest,
  'send-reset': sendReset(writing.appUrl),
  autosubs: planAutosubs,
  deliver: deliver(writing.appUrl),
  'anchor-downloads': updateAnchors,
  'forget-retries': pruneIdempotencyKeys,
  'seal-audit': sealAudit,
  'forget-touches': pruneInvalidations,
  lift: liftEmbargo,
  'first-look': createFirstPreview,
  'film-came': retryWaitingOrders,
  lint: lintAgain,
  'forget-marked': pruneWatermarked,
  'forget-mail': pruneMail,
})

type Lanes = MediaTools & {
  config: MailUrls & { scrubDays: number }
  openMail: (() => MailTransport) | undefined
  log: Log
}

/**
 * Work that takes its time, in lanes: each does one thing at a time, and none waits for another.
 */
export const createWorkerPools = ({ config, openMail, ...tools }: Lanes): JobHandlers[] => [
  { media: runStepJob(tools), 'drop-bytes': deleteUnusedObjects(tools) },
  { 'finish-uploads': finishUploads(tools), 'expire-uploads': expireUploads(tools) },
  { transcode: runStepJob(tools) },
  { encode: runEncode(tools) },
  { mark: watermarkForViewer(tools) },
  { scrub: scrubOriginals({ ...tools, days: config.scrubDays }) },
  { digests: enqueueDueDigests, digest: writeDigest(config) },
  {
    'send-mail': sendMail({
      openTransport: openMail,
      host: new URL(config.publicUrl).hostname,
      stillAllowed: checkBeforeSending,
      log: tools.log,
    }),
  },
]

export const jobSchedule: Schedule = {
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
