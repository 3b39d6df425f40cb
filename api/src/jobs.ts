// What follows by itself: each kind of job and who does it.
import { anchorDownloads } from './downloads/reactions.ts'
import { forgetRetries } from './kernel/http/idempotency.ts'
import type { Schedule } from './kernel/jobs/schedule.ts'
import type { Reactions } from './kernel/jobs/work.ts'
import { notify } from './notifications/reactions.ts'
import { forgetTouches, settleWorkRequest } from './workrequests/reactions.ts'

export const reactions: Reactions = {
  'notify': notify,
  'settle': settleWorkRequest,
  'anchor-downloads': anchorDownloads,
  'forget-retries': forgetRetries,
  'forget-touches': forgetTouches,
}

export const schedule: Schedule = { 'anchor-downloads': 60, 'forget-retries': 3600, 'forget-touches': 3600 }
