// Which function runs which kind of job. A test compares this with the table of kinds.
import { planAutosubs, retryWaitingOrders, runEncode } from './encodes/reactions/encode.ts'
import type { Compute } from './kernel/compute/compute.ts'
import { computeMd5, liftEmbargo, scrubOriginals } from './files/reactions.ts'
import { sendRequestInvitation } from './invitations/reactions.ts'
import { sealAndShip } from './kernel/audit/ship.ts'
import { storeSignal } from './kernel/events/signals.ts'
import { pruneIdempotencyKeys } from './kernel/http/idempotency.ts'
import type { MasterKeys } from './kernel/db/encryption/parse-keys.ts'
import type { JobLog } from './kernel/jobs/loop.ts'
import type { JobHandlers } from './kernel/jobs/worker.ts'
import { draftTranslationJob } from './machinedrafts/reactions/draft-translation.ts'
import { transcribeScriptJob } from './machinedrafts/reactions/transcribe-script.ts'
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
import { deleteUnusedObjects } from './renditions/reactions/delete-objects.ts'
import { matchFilmsJob } from './renditions/reactions/match-films.ts'
import { lintAgain } from './renditions/reactions/lint.ts'
import { runStepJob, type MediaTools } from './renditions/reactions/run-step.ts'
import { pruneWatermarked, watermarkForViewer } from './renditions/reactions/watermark.ts'
import { applyRetention } from './retention/reactions.ts'
import { sendReset } from './sessions/reactions.ts'
import { shareDelivery } from './shares/commands/deliver.ts'
import { pruneShareSessions } from './shares/reactions/prune-sessions.ts'
import { sendShareLink } from './shares/reactions/send-link.ts'
import { sendShareReplies } from './shares/reactions/send-replies.ts'
import { expireUploads, finishUploadLater } from './uploads/reactions.ts'
import { pruneDeliveries, queueDeliveries } from './webhooks/reactions/push.ts'
import {
  advanceWorkRequest,
  mailRecipients,
  measureHistory,
  reportOverdueAssignment,
  sendReminders,
} from './workrequests/reactions.ts'

/** Jobs that take milliseconds. One worker runs all of them. */
export const createJobHandlers = (urls: MailUrls, masterKeys: MasterKeys): JobHandlers => ({
  notify: notify(urls, queueDeliveries),
  signal: storeSignal,
  'prune-deliveries': pruneDeliveries,
  'advance-request': advanceWorkRequest,
  'assignment-deadline': reportOverdueAssignment,
  'deliver-request': mailRecipients({ appUrl: urls.appUrl, masterKeys, shareDelivery }),
  'send-request-invitation': sendRequestInvitation(urls.appUrl, masterKeys),
  'send-password-reset': sendReset(urls.appUrl, masterKeys),
  'send-share-link': sendShareLink(urls.appUrl, masterKeys),
  'send-share-replies': sendShareReplies(urls, masterKeys),
  'prune-share-sessions': pruneShareSessions,
  'plan-autosubs': planAutosubs,
  'retry-waiting-orders': retryWaitingOrders,
  'lift-embargo': liftEmbargo,
  'create-first-preview': createFirstPreview,
  'lint-file': lintAgain,
  'prune-watermarked': pruneWatermarked,
  'prune-mail': pruneMail,
  'send-reminders': sendReminders,
  'measure-history': measureHistory,
  'prune-idempotency-keys': pruneIdempotencyKeys,
  'apply-retention': applyRetention,
})

type WorkerPoolOptions = Omit<MediaTools, 'engine'> & {
  config: MailUrls & { scrubDays: number; auditShipUrl: string | undefined; draftsPrivate: boolean }
  masterKeys: MasterKeys
  openMail: (() => MailTransport) | undefined
  log: JobLog
}

type MediaPoolOptions = MediaTools & {
  compute: Compute
  config: { draftsPrivate: boolean }
  masterKeys: MasterKeys
}

/** Jobs that run codecs. They stay queued where codecs cannot be isolated. */
export const createMediaPools = ({
  config,
  masterKeys,
  ...tools
}: MediaPoolOptions): JobHandlers[] => [
  { 'process-media': runStepJob(tools) },
  { 'scan-media': runStepJob(tools) },
  { transcode: runStepJob(tools) },
  { encode: runEncode(tools) },
  { watermark: watermarkForViewer(tools) },
  { 'match-films': matchFilmsJob(tools) },
  { 'transcribe-script': transcribeScriptJob({ ...tools, ...config, masterKeys }) },
]

/** Jobs that take long. Each pool runs one job at a time, and no pool waits for another. */
export const createWorkerPools = ({
  config,
  masterKeys,
  openMail,
  ...tools
}: WorkerPoolOptions): JobHandlers[] => [
  {
    'finish-upload': finishUploadLater(tools),
    'expire-uploads': expireUploads(tools),
    'delete-objects': deleteUnusedObjects(tools),
  },
  { 'compute-md5': computeMd5(tools) },
  { 'verify-originals': scrubOriginals({ ...tools, days: config.scrubDays }) },
  { 'seal-audit': sealAndShip(config.auditShipUrl, masterKeys) },
  { 'draft-translation': draftTranslationJob({ ...config, masterKeys }) },
  { 'enqueue-digests': enqueueDueDigests, 'write-digest': writeDigest(config) },
  {
    'send-mail': sendMail({
      openTransport: openMail,
      host: new URL(config.publicUrl).hostname,
      stillAllowed: checkBeforeSending,
      masterKeys,
      log: tools.log,
    }),
  },
]
