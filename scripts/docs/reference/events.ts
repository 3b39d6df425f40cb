// docs/reference/events.md
import { EVENT_TYPES } from '../../../api/src/events/contract.ts'
import { EVENT_TEXTS } from '../../../api/src/notifications/rules/event-types.ts'
import { titleOf } from '../../../api/src/notifications/rules/present.ts'
import { code, page, table } from './markdown.ts'

type EventType = (typeof EVENT_TYPES)[number]
type EventDescription = {
  when: string
  details: Record<string, string>
  audience: keyof typeof AUDIENCES
}

const AUDIENCES = {
  order:
    'the owner of the order, its reviewer and approver, its translators, the vendor it is assigned to (without one, all vendors of the studio), the people named by the asset’s phase, and people of the studio who took part',
  'order and recipients': 'the same, and the recipients of the delivery who have an account',
  'order and discussion':
    'the people of the order, everybody who commented before, and everybody mentioned with @',
  'order and studio':
    'the people of the order, and the people of the studio who assigned it; if nobody of the studio took part, everybody who works for the studio',
  studio:
    'the people of the studio who assigned it or took part; otherwise everybody who works for the studio',
  asset: 'the people of the asset’s open orders, and the people named by its phase',
  project:
    'the people of the studio and of its territories, and the owners of open orders in the project',
  'new asset':
    'the people of the studio, and those who may order in the asset’s phase (everybody of a territory if the phase lists nobody)',
  embargo: 'the people of the studio with `embargo.bypass`, because nobody else sees the file',
  nobody: 'nobody by notification; it is in the list of events and goes to webhooks',
  managers: 'the managers of the studio',
  sharer: 'the person who shared it',
  reminder:
    'the people in `settings.reminders` of the studio; without it, the owner of the order and the vendors',
}

const STATUS_CHANGE = {
  status: 'the new status',
  reason: 'the reason given',
  cause: 'why the service did it by itself',
}
const TRANSLATION_CHANGE = { language: 'of the translation', reason: 'the reason given' }
export const EVENTS: Record<EventType, EventDescription> = {
  wsu: { when: 'an order is submitted', details: STATUS_CHANGE, audience: 'order' },
  wam: { when: 'an order is waiting for materials', details: STATUS_CHANGE, audience: 'order' },
  wip: { when: 'work on an order starts or restarts', details: STATUS_CHANGE, audience: 'order' },
  wrv: { when: 'an order is ready for review', details: STATUS_CHANGE, audience: 'order' },
  wap: { when: 'an order is approved', details: STATUS_CHANGE, audience: 'order' },
  wrj: { when: 'an order is rejected', details: STATUS_CHANGE, audience: 'order' },
  wco: {
    when: 'an order is complete and delivered',
    details: STATUS_CHANGE,
    audience: 'order and recipients',
  },
  wcx: { when: 'an order is cancelled', details: STATUS_CHANGE, audience: 'order' },
  wch: {
    when: 'fields, materials or files of an order change; it updates open pages and notifies nobody',
    details: { fields: 'the changed fields, comma-separated' },
    audience: 'order',
  },
  wcm: {
    when: 'somebody comments on an order',
    details: { comment: 'its id' },
    audience: 'order and discussion',
  },
  was: {
    when: 'an order is assigned to a vendor',
    details: {
      vendor: 'the id of the vendor group',
      cause: '`assignment-rule` if a rule of the studio did it',
      territory: 'of the rule',
      language: 'of the rule',
      project: 'of the rule',
    },
    audience: 'order and studio',
  },
  wac: {
    when: 'the vendor accepts an order, or takes it from the pool',
    details: { vendor: 'the id of the vendor group', reason: 'the reason given' },
    audience: 'order and studio',
  },
  wde: {
    when: 'the vendor declines an order',
    details: { vendor: 'the id of the vendor group', reason: 'the reason given' },
    audience: 'order and studio',
  },
  wnr: {
    when: 'the vendor has neither accepted nor declined in time',
    details: {},
    audience: 'studio',
  },
  wdu: {
    when: 'the deadline of an order comes near or has passed (`settings.reminders` of the studio)',
    details: {
      deadline: '`due` or `delivery`',
      hours: 'hours after the deadline, negative before it',
      cause: '`deadline`',
    },
    audience: 'reminder',
  },
  pcr: { when: 'a project is created', details: {}, audience: 'project' },
  pch: {
    when: 'the name, status, description or release date of a project changes',
    details: { fields: 'the changed fields, comma-separated' },
    audience: 'project',
  },
  par: { when: 'a project is archived', details: {}, audience: 'project' },
  acr: { when: 'an asset is added to a project', details: {}, audience: 'new asset' },
  ach: {
    when: 'the name, type, media type, usage or aspect ratio of an asset changes',
    details: { fields: 'the changed fields, comma-separated' },
    audience: 'asset',
  },
  arm: { when: 'an asset is archived', details: {}, audience: 'asset' },
  aph: {
    when: 'an asset moves to another phase',
    details: { from: 'the previous phase', to: 'the new phase', reason: 'the reason given' },
    audience: 'asset',
  },
  fin: {
    when: 'files are uploaded',
    details: { files: 'how many, if there are several' },
    audience: 'asset',
  },
  fd: { when: 'somebody downloads files', details: {}, audience: 'nobody' },
  prv: { when: 'a preview is ready', details: { preview: 'its id' }, audience: 'asset' },
  ofl: { when: 'an offline is uploaded', details: {}, audience: 'order' },
  ofc: {
    when: 'somebody comments on an offline',
    details: { offline: 'its id', comment: 'its id' },
    audience: 'order',
  },
  wra: {
    when: 'the reviewer or the approver of an order is assigned',
    details: { role: '`reviewer` or `approver`', person: 'the id of the person' },
    audience: 'order',
  },
  tsu: { when: 'a translation is submitted', details: TRANSLATION_CHANGE, audience: 'order' },
  tap: { when: 'a translation is approved', details: TRANSLATION_CHANGE, audience: 'order' },
  trj: { when: 'a translation is rejected', details: TRANSLATION_CHANGE, audience: 'order' },
  tas: {
    when: 'a translation is assigned to a translator, or to nobody',
    details: { language: 'of the translation', translator: 'the id of the translator' },
    audience: 'order',
  },
  tro: { when: 'a translation is reopened', details: TRANSLATION_CHANGE, audience: 'order' },
  tcm: {
    when: 'somebody comments on a line of a translation, suggests another text, or decides about it',
    details: {
      language: 'of the translation',
      translation: 'its id',
      comment: 'its id',
      line: 'the id of the line',
      state: '`open`, `resolved`, `accepted`, `rejected` or `removed`',
    },
    audience: 'order and discussion',
  },
  ofd: {
    when: 'an offline is approved or rejected, or the decision is withdrawn, and the status of its order stays',
    details: {
      offline: 'its id',
      decision: '`approved`, `rejected` or `withdrawn`',
      reason: 'the reason given',
    },
    audience: 'order',
  },
  emb: { when: 'an embargo ends', details: {}, audience: 'asset' },
  emc: { when: 'an embargo is set or changed', details: {}, audience: 'embargo' },
  shr: {
    when: 'somebody creates a share',
    details: { share: 'its id', kind: 'delivery, preview, offline or files' },
    audience: 'nobody',
  },
  sho: {
    when: 'a recipient opens a share link for the first time',
    details: { share: 'its id' },
    audience: 'sharer',
  },
  shd: {
    when: 'a recipient accepts or rejects what was shared',
    details: { share: 'its id', decision: 'accepted or rejected', comment: 'what they wrote' },
    audience: 'sharer',
  },
  dlb: {
    when: 'somebody reaches 80 % of the download limit for ten minutes',
    details: { budget: 'the limit' },
    audience: 'managers',
  },
}

export function eventsPage(): string {
  return page(
    '# Events',
    'An event is saved in the same transaction as the change that it describes. ' +
      'Read events with `GET /events`, or stream them with `GET /events/stream`. ' +
      'They also go to [webhooks](../webhooks.md) and become notifications and ' +
      '[email](../run/smtp.md) for the people concerned.',
    'The stream also sends messages `changed` without an id, such as ' +
      '`{"type":"workrequests","_id":"…"}`, when a record changes that you see but the event does ' +
      'not concern you. Fetch the record again. The type is `workrequests`, `comments` (of the ' +
      'work request with this id and of its offlines), `assets`, `projects` or `reviewsessions` (one ' +
      'started, ended or shows something else). When you lose access to a work request, you get ' +
      'its id once, and fetching it answers 404.',
    table(
      ['Type', 'When', 'In `details`', 'Audience', 'Email setting'],
      EVENT_TYPES.map((type) => {
        const { when, details, audience } = EVENTS[type]
        const fields = Object.entries(details).map(([name, meaning]) => `${code(name)} ${meaning}`)
        return [code(type), when, fields.join(', '), audience, code(EVENT_TEXTS[type].mail)]
      }),
    ),
    '`details` and the status in `workRequest` keep the values of the time of the event. ' +
      'The rest (`workRequest`, `assets`, `projects`, `files`) is current when you read it.',
    '## Audiences',
    table(['Audience', 'People'], Object.entries(AUDIENCES)),
    'The person who caused the event is not notified, except when a request completes after the ' +
      'checks of their file. Nobody is notified about something that ' +
      'they cannot see. Visibility is checked when the event happens, when it is read, and again ' +
      'before an email or a webhook is sent. A muted project (`preferences.blacklist`) causes no ' +
      'notifications.',
    '## Titles',
    'The title of a notification is one line of plain text without the name of an asset:',
    table(
      ['Type', 'Title'],
      EVENT_TYPES.map((type) => [code(type), titleOf(type, 'Ada')]),
    ),
    'If the service did it by itself, the event has `automatic: { cause }`. `from` is then the ' +
      'person whose action came before it, and the title names nobody: ' +
      `"${titleOf('wip', '', { cause: 'materials-complete' })}".`,
    '## Webhooks',
    'A webhook lists the types it wants, or none for all types; `ping` is sent only on request. ' +
      'It receives `{ id, type, created, event }` with a signature: see ' +
      '[webhooks](../webhooks.md).',
  )
}
