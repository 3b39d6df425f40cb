// Which function runs which kind of job. A test compares this with the table of kinds.
import { updateAnchors } from './downloads/reactions.ts'
import { planAutosubs, retryWaitingOrders, runEncode } from './encodes/reactions.ts'
import { liftEmbargo, scrubOriginals } from './files/reactions.ts'
import { sealAudit } from './kernel/audit/seal.ts'
import { pruneIdempotencyKeys } from './kernel/http/idempotency.ts'
import type { JobLog } from './kernel/jobs/loop.ts'
import type { JobHandlers } from './kernel/jobs/worker.ts'
import { sendMail } from './kernel/mail/send.ts'
import type { MailTransport } from './kernel/mail/smtp.ts'
import type { MailUrls } from './notifications/reactions/compose-mail.ts'
import {
  checkBeforeSending,
  enqueueDueDigests,
  pruneMail,
  writeDigest,
} from './notifications/reactions/digest.ts'
import { notify } from './notifications/reactions/notify.ts'
import { createFirstPreview } from './previews/reactions.ts'
import { lintAgain } from './renditions/reactions/lint.ts'
import { runStepJob, type MediaTools } from './renditions/reactions/run-step.ts'
import {
  deleteUnusedObjects,
  pruneWatermarked,
  watermarkForViewer,
} from './renditions/reactions/watermark.ts'
import { sendReset } from './sessions/reactions.ts'
import { expireUploads, finishUploads } from './uploads/reactions.ts'
import { enqueueDeliveries, pruneDeliveries } from './webhooks/reactions/push.ts'
import { advanceWorkRequest, mailRecipients, pruneInvalidations } from './workrequests/reactions.ts'

/** Jobs that take milliseconds. One worker runs all of them. */
export const createJobHandlers = (urls: MailUrls): JobHandlers => ({
  notify: notify(urls),
  'enqueue-deliveries': enqueueDeliveries,
  'prune-deliveries': pruneDeliveries,
  'advance-request': advanceWorkRequest,
  'deliver-request': mailRecipients(urls.appUrl),
  'send-password-reset': sendReset(urls.appUrl),
  'plan-autosubs': planAutosubs,
  'retry-waiting-orders': retryWaitingOrders,
  'lift-embargo': liftEmbargo,
  'create-first-preview': createFirstPreview,
  'lint-file': lintAgain,
  'prune-watermarked': pruneWatermarked,
  'prune-mail': pruneMail,
  'update-download-anchors': updateAnchors,
  'seal-audit': sealAudit,
  'prune-idempotency-keys': pruneIdempotencyKeys,
  'prune-invalidations': pruneInvalidations,
})

type WorkerPoolOptions = MediaTools & {
  config: MailUrls & { scrubDays: number }
  openMail: (() => MailTransport) | undefined
  log: JobLog
}

/** Jobs that take long. Each pool runs one job at a time, and no pool waits for another. */
export const createWorkerPools = ({
  config,
  openMail,
  ...tools
}: WorkerPoolOptions): JobHandlers[] => [
  { 'process-media': runStepJob(tools), 'delete-objects': deleteUnusedObjects(tools) },
  { 'finish-uploads': finishUploads(tools), 'expire-uploads': expireUploads(tools) },
  { transcode: runStepJob(tools) },
  { encode: runEncode(tools) },
  { watermark: watermarkForViewer(tools) },
  { 'verify-originals': scrubOriginals({ ...tools, days: config.scrubDays }) },
  { 'enqueue-digests': enqueueDueDigests, 'write-digest': writeDigest(config) },
  {
    'send-mail': sendMail({
      openTransport: openMail,
      host: new URL(config.publicUrl).hostname,
      stillAllowed: checkBeforeSending,
      log: tools.log,
    }),
  },
]
