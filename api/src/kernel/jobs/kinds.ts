/**
 * Every kind of job. A kind with `everySeconds` runs on a schedule. The web app names each kind in
 * its locale files (`operations.jobKinds`); a test compares those and the handlers with this table.
 */
export const JOB_KINDS = {
  notify: {},
  signal: {},
  'prune-deliveries': { everySeconds: 600 },
  'advance-request': {},
  'deliver-request': {},
  'assignment-deadline': {},
  'send-request-invitation': {},
  'send-password-reset': {},
  'send-share-link': {},
  'send-share-replies': {},
  'prune-share-sessions': { everySeconds: 3600 },
  'plan-autosubs': {},
  'retry-waiting-orders': {},
  encode: {},
  'lift-embargo': {},
  'create-first-preview': {},
  'lint-file': {},
  'process-media': {},
  'scan-media': {},
  transcode: {},
  watermark: {},
  'match-films': {},
  'draft-translation': {},
  'transcribe-script': {},
  'prune-watermarked': { everySeconds: 3600 },
  'delete-objects': {},
  'compute-md5': {},
  'verify-originals': { everySeconds: 3600 },
  'finish-upload': {},
  'expire-uploads': { everySeconds: 3600 },
  'enqueue-digests': { everySeconds: 60 },
  'write-digest': {},
  'send-mail': { everySeconds: 60 },
  'prune-mail': { everySeconds: 3600 },
  'send-reminders': { everySeconds: 300 },
  'measure-history': {},
  // The schedule adds up to 20 seconds, and an entry must be sealed within a minute.
  'seal-audit': { everySeconds: 30 },
  'prune-idempotency-keys': { everySeconds: 3600 },
  'apply-retention': { everySeconds: 3600 },
} as const satisfies Record<string, { everySeconds?: number }>

export type JobKind = keyof typeof JOB_KINDS
