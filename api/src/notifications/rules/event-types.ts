// What notifications and mails say of each type of event. A new type is an entry here and in
// `events/contract.ts`; its command emits it.
import type { Event } from '../../events/contract.ts'
import type { Preferences } from '../../users/contract.ts'
import { describeDeadline } from '../../workrequests/rules/reminders.ts'

export type EventDetails = Readonly<Record<string, string | null>>
export type MailPreference = Exclude<keyof Preferences['mail'], 'enabled'>

/** A line of a mail lists events with `steps` one by one, and counts others. */
export type MailLine =
  | { steps: (details: EventDetails) => string; prefix?: string }
  | { single: string; many: (count: number) => string }

type EventType = MailLine & {
  /** What a person did. The text names nothing that an embargo could hide. */
  action: string
  /** What happened to a work request without a person. */
  automatic?: string
  /** The preference that decides when a mail is sent. */
  mail: MailPreference
  /** Events of one family about one subject share a line of a mail. The default is the type. */
  family?: string
}

const step = (text: string) => () => text
const move = (text: string) => ({ family: 'status', steps: step(text) })
const vendorStep = (text: string) => ({
  family: 'assignment',
  steps: step(text),
  prefix: 'vendor: ',
})
const translationStep = (text: string) => ({
  family: 'translation',
  steps: step(text),
  prefix: 'translation ',
})

export const EVENT_TEXTS: Record<Event['type'], EventType> = {
  wsu: { action: 'submitted a work request', mail: 'work_requests', ...move('submitted') },
  wam: {
    action: 'marked a work request as awaiting materials',
    automatic: 'A work request is awaiting materials',
    mail: 'work_requests',
    ...move('awaiting materials'),
  },
  wip: {
    action: 'marked a work request as in progress',
    automatic: 'A work request is in progress',
    mail: 'work_requests',
    ...move('in progress'),
  },
  wrv: {
    action: 'submitted a work request for review',
    automatic: 'A work request is ready for review',
    mail: 'work_requests',
    ...move('for review'),
  },
  wap: {
    action: 'approved a work request',
    automatic: 'A work request is approved',
    mail: 'work_requests',
    ...move('approved'),
  },
  wrj: { action: 'rejected a work request', mail: 'work_requests', ...move('rejected') },
  wco: {
    action: 'completed a work request',
    automatic: 'A work request is complete',
    mail: 'work_requests',
    ...move('complete'),
  },
  wcx: { action: 'cancelled a work request', mail: 'work_requests', ...move('cancelled') },
  wch: {
    action: 'changed a work request',
    mail: 'work_requests',
    steps: ({ fields }) => fields ?? 'details',
    prefix: 'changed: ',
  },
  wcm: {
    action: 'commented on a work request',
    mail: 'work_request_comments',
    single: 'a comment',
    many: (count) => `${count} comments`,
  },
  was: {
    action: 'assigned a work request',
    automatic: 'A work request is assigned to a vendor',
    mail: 'work_requests',
    ...vendorStep('assigned'),
  },
  wac: { action: 'accepted a work request', mail: 'work_requests', ...vendorStep('accepted') },
  wde: { action: 'declined a work request', mail: 'work_requests', ...vendorStep('declined') },
  wnr: {
    action: 'has not received a response from the vendor',
    mail: 'work_requests',
    ...vendorStep('no answer in time'),
  },
  wra: {
    action: 'assigned the review of a work request',
    mail: 'work_requests',
    steps: ({ role }) => role ?? 'reviewer',
    prefix: 'assigned: ',
  },
  wdu: {
    action: 'has a deadline',
    mail: 'work_requests',
    family: 'deadline',
    steps: describeDeadline,
  },
  pcr: {
    action: 'created a project',
    mail: 'projects',
    single: 'a new project',
    many: (count) => `${count} new projects`,
  },
  pch: {
    action: 'changed a project',
    mail: 'projects',
    steps: ({ fields }) => fields ?? 'details',
    prefix: 'project changed: ',
  },
  par: {
    action: 'archived a project',
    mail: 'projects',
    single: 'the project was archived',
    many: () => 'the project was archived',
  },
  acr: {
    action: 'added an asset',
    mail: 'assets',
    single: 'a new asset',
    many: (count) => `${count} new assets`,
  },
  ach: {
    action: 'changed an asset',
    mail: 'assets',
    steps: ({ fields }) => fields ?? 'details',
    prefix: 'changed: ',
  },
  arm: {
    action: 'archived an asset',
    mail: 'assets',
    single: 'the asset was archived',
    many: () => 'the asset was archived',
  },
  aph: {
    action: 'moved an asset to another phase',
    mail: 'workflow',
    family: 'phase',
    steps: ({ to }) => to ?? 'another phase',
    prefix: 'moved to ',
  },
  fin: {
    action: 'added a file',
    mail: 'files',
    single: 'a new file',
    many: (count) => `${count} new files`,
  },
  fd: {
    action: 'downloaded files',
    mail: 'others',
    single: 'files were downloaded',
    many: (count) => `files were downloaded ${count} times`,
  },
  prv: {
    action: 'published a preview',
    mail: 'ingest',
    single: 'a preview is ready',
    many: (count) => `${count} previews are ready`,
  },
  ofl: {
    action: 'uploaded an offline',
    mail: 'work_requests',
    single: 'a new offline',
    many: (count) => `${count} new offlines`,
  },
  ofc: {
    action: 'commented on an offline',
    mail: 'offline_comments',
    single: 'a comment on an offline',
    many: (count) => `${count} comments on offlines`,
  },
  ofd: {
    action: 'approved or rejected an offline',
    mail: 'work_requests',
    steps: ({ decision }) => decision ?? 'decided',
    prefix: 'offline ',
  },
  tsu: {
    action: 'submitted a translation',
    mail: 'work_requests',
    ...translationStep('submitted'),
  },
  tap: { action: 'approved a translation', mail: 'work_requests', ...translationStep('approved') },
  trj: { action: 'rejected a translation', mail: 'work_requests', ...translationStep('rejected') },
  tas: { action: 'assigned a translation', mail: 'work_requests', ...translationStep('assigned') },
  tro: { action: 'reopened a translation', mail: 'work_requests', ...translationStep('reopened') },
  tcm: {
    action: 'commented on a line of a translation',
    mail: 'work_request_comments',
    single: 'a comment on a line',
    many: (count) => `${count} comments on lines`,
  },
  emb: {
    action: 'lifted an embargo',
    mail: 'files',
    single: 'an embargo was lifted',
    many: (count) => `${count} embargoes were lifted`,
  },
  emc: {
    action: 'set or changed an embargo',
    mail: 'files',
    single: 'an embargo was set or changed',
    many: (count) => `an embargo was changed ${count} times`,
  },
  dlb: {
    action: 'has almost reached their download limit',
    mail: 'others',
    single: 'a download budget is almost used up',
    many: (count) => `download budgets were almost used up ${count} times`,
  },
  shr: {
    action: 'created a share link',
    mail: 'shares',
    single: 'a new share',
    many: (count) => `${count} new shares`,
  },
  sho: {
    action: 'opened a share link',
    mail: 'shares',
    single: 'a share link was opened',
    many: (count) => `${count} share links were opened`,
  },
  shd: {
    action: 'accepted or rejected a share',
    mail: 'shares',
    steps: ({ decision }) => decision ?? 'decided',
    prefix: 'a recipient ',
  },
}
