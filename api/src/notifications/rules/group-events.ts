import { describeAutomatic } from '../../workrequests/rules/automatic.ts'
import { describeDeadline } from '../../workrequests/rules/reminders.ts'

/** An event, limited to what the reader may see. */
export type MailEvent = {
  event: string
  type: string
  time: number
  by: string
  details: Record<string, string | null>
  asset: { _id: string; name: string; project: string } | null
  /** Of an event about the project itself or about a new asset. */
  project: { _id: string; name: string } | null
  request: {
    _id: string
    language: string
    territory: string
    due: { date: number; tz: string } | null
  } | null
}

/** One line of a mail: all events of one group about one subject. */
export type SummaryLine = {
  events: string[]
  subject: string
  what: string
  by: string[]
  /** Why the last step was automatic, if it was. */
  automatic: string | null
  time: number
  request: MailEvent['request']
  asset: string | null
  project: string | null
}

/** Events with `steps` are listed one by one. Others are counted. */
type EventGroup =
  | { steps: (details: MailEvent['details']) => string; prefix?: string }
  | { single: string; many: (count: number) => string }

const move = (step: string): [string, EventGroup] => ['status', { steps: () => step }]
const translation = (step: string): [string, EventGroup] => [
  'translation',
  { steps: () => step, prefix: 'translation ' },
]

const assignment = (step: string): [string, EventGroup] => [
  'assignment',
  { steps: () => step, prefix: 'vendor: ' },
]

/** For each event type: the family it is grouped with, and its text. */
const EVENT_GROUPS: Record<string, [family: string, group: EventGroup]> = {
  wsu: move('submitted'),
  wam: move('awaiting materials'),
  wip: move('in progress'),
  wrv: move('for review'),
  wrj: move('rejected'),
  wap: move('approved'),
  wco: move('complete'),
  wcx: move('cancelled'),
  wch: ['wch', { steps: ({ fields }) => fields ?? 'details', prefix: 'changed: ' }],
  was: assignment('assigned'),
  wac: assignment('accepted'),
  wde: assignment('declined'),
  wnr: assignment('no answer in time'),
  wra: ['wra', { steps: ({ role }) => role ?? 'reviewer', prefix: 'assigned: ' }],
  tsu: translation('submitted'),
  tap: translation('approved'),
  trj: translation('rejected'),
  tas: translation('assigned'),
  tro: translation('reopened'),
  tcm: ['tcm', { single: 'a comment on a line', many: (count) => `${count} comments on lines` }],
  pcr: ['pcr', { single: 'a new project', many: (count) => `${count} new projects` }],
  pch: ['pch', { steps: ({ fields }) => fields ?? 'details', prefix: 'project changed: ' }],
  par: ['par', { single: 'the project was archived', many: () => 'the project was archived' }],
  acr: ['acr', { single: 'a new asset', many: (count) => `${count} new assets` }],
  ach: ['ach', { steps: ({ fields }) => fields ?? 'details', prefix: 'changed: ' }],
  arm: ['arm', { single: 'the asset was archived', many: () => 'the asset was archived' }],
  aph: ['phase', { steps: ({ to }) => to ?? 'another phase', prefix: 'moved to ' }],
  ofl: ['ofl', { single: 'a new offline', many: (count) => `${count} new offlines` }],
  ofc: [
    'ofc',
    { single: 'a comment on an offline', many: (count) => `${count} comments on offlines` },
  ],
  ofd: ['ofd', { steps: ({ decision }) => decision ?? 'decided', prefix: 'offline ' }],
  wdu: ['deadline', { steps: describeDeadline }],
  wcm: ['wcm', { single: 'a comment', many: (count) => `${count} comments` }],
  fin: ['fin', { single: 'a new file', many: (count) => `${count} new files` }],
  prv: ['prv', { single: 'a preview is ready', many: (count) => `${count} previews are ready` }],
  emc: [
    'emc',
    {
      single: 'an embargo was set or changed',
      many: (count) => `an embargo was changed ${count} times`,
    },
  ],
  emb: [
    'emb',
    { single: 'an embargo was lifted', many: (count) => `${count} embargoes were lifted` },
  ],
  fd: [
    'fd',
    { single: 'files were downloaded', many: (count) => `files were downloaded ${count} times` },
  ],
  shr: ['shr', { single: 'a new share', many: (count) => `${count} new shares` }],
  sho: [
    'sho',
    {
      single: 'a share link was opened',
      many: (count) => `${count} share links were opened`,
    },
  ],
  shd: ['shd', { steps: ({ decision }) => decision ?? 'decided', prefix: 'a recipient ' }],
  dlb: [
    'dlb',
    {
      single: 'a download budget is almost used up',
      many: (count) => `download budgets were almost used up ${count} times`,
    },
  ],
}
const groupOf = (type: string): [string, EventGroup] =>
  EVENT_GROUPS[type] ?? [type, { single: 'an update', many: (count) => `${count} updates` }]

/** Groups events about the same subject into lines. The line with the latest event comes first. */
export function groupEvents(events: readonly MailEvent[]): SummaryLine[] {
  const inOrder = events.toSorted((a, b) => a.time - b.time)
  return [...Map.groupBy(inOrder, keyOf).values()]
    .map(summarize)
    .toSorted((a, b) => b.time - a.time)
}

const keyOf = ({ type, details, asset, project, request }: MailEvent) => {
  const [family] = groupOf(type)
  return JSON.stringify([
    family,
    request?._id ?? asset?._id ?? project?._id ?? null,
    family === 'translation' ? details.language : null,
  ])
}

function summarize(events: MailEvent[]): SummaryLine {
  const { request, asset, project, type, details } = events[0]!
  const [family, group] = groupOf(type)
  const language = (family === 'translation' && details.language) || request?.language
  return {
    events: events.map(({ event }) => event),
    subject: [
      project && oneLine(project.name),
      asset && oneLine(asset.name),
      language && languageName(language),
    ]
      .filter(Boolean)
      .join(', '),
    what:
      'steps' in group
        ? (group.prefix ?? '') + events.map((event) => stepOf(event)).join(' → ')
        : countOf(events) === 1
          ? group.single
          : group.many(countOf(events)),
    by: [...new Set(events.filter((event) => !event.details.cause).map(({ by }) => oneLine(by)))],
    automatic: automaticText(events.at(-1)!.details),
    time: events.at(-1)!.time,
    request,
    asset: asset?._id ?? null,
    project: project?._id ?? null,
  }
}

/** One event announces all files of a batch. */
const countOf = (events: readonly MailEvent[]) =>
  events.reduce(
    (sum, { type, details }) => sum + (type === 'fin' ? Number(details.files ?? 1) : 1),
    0,
  )

const automaticText = (details: MailEvent['details']): string | null =>
  details.cause && details.cause !== 'deadline' ? describeAutomatic(details) : null

function stepOf({ type, details }: MailEvent): string {
  const [, group] = groupOf(type)
  return 'steps' in group ? oneLine(group.steps(details)) : ''
}

/** Example: "Trailer X, German: submitted → in progress → for review, by Ada and Bo" */
export const summarySentence = ({ subject, what, by, automatic }: SummaryLine): string =>
  [
    `${subject && `${subject}: `}${what}`,
    ...(by.length ? [`by ${joinNames(by)}`] : []),
    ...(automatic ? [automatic] : []),
  ].join(', ')

const MAX_NAMES = 3

function joinNames(names: readonly string[]): string {
  const listed =
    names.length > MAX_NAMES
      ? [...names.slice(0, MAX_NAMES - 1), `${names.length - MAX_NAMES + 1} others`]
      : names
  return listed.length < 2
    ? listed.join('')
    : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
export const languageName = (code: string) =>
  /^[a-z]{2,3}$/.test(code) ? languages.of(code)! : oneLine(code)

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
