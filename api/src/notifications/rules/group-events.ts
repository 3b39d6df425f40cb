/** What happened, as far as it may be told to whoever reads of it. */
export type MailEvent = {
  event: string
  type: string
  at: number
  by: string
  told: Record<string, string | null>
  asset: { _id: string; name: string } | null
  request: { _id: string; language: string; due: { date: number; tz: string } | null } | null
}

/** One line of a letter: all that happened of one sort to one thing. */
export type SummaryLine = {
  events: string[]
  subject: string
  what: string
  by: string[]
  at: number
  request: MailEvent['request']
  asset: string | null
}

/** Sorts of events. Those of a path are told step by step; the others are counted. */
type EventGroup =
  | { path: (told: MailEvent['told']) => string; lead?: string }
  | { one: string; many: (count: number) => string }

const move = (word: string): [string, EventGroup] => ['status', { path: () => word }]
const translated = (word: string): [string, EventGroup] => [
  'translation',
  { path: () => word, lead: 'translation ' },
]

/** Each type of event: with which others it is folded, and in what words. */
const EVENT_GROUPS: Record<string, [family: string, sort: EventGroup]> = {
  wsu: move('submitted'),
  wam: move('awaiting materials'),
  wip: move('in progress'),
  wrv: move('for review'),
  wrj: move('rejected'),
  wap: move('approved'),
  wco: move('complete'),
  wcx: move('cancelled'),
  tsu: translated('submitted'),
  tap: translated('approved'),
  trj: translated('rejected'),
  aph: ['phase', { path: ({ to }) => to ?? 'another phase', lead: 'moved to ' }],
  ofl: ['ofl', { one: 'a new offline', many: (count) => `${count} new offlines` }],
  ofc: [
    'ofc',
    { one: 'a comment on an offline', many: (count) => `${count} comments on offlines` },
  ],
  wcm: ['wcm', { one: 'a comment', many: (count) => `${count} comments` }],
  fin: ['fin', { one: 'a new file', many: (count) => `${count} new files` }],
  prv: ['prv', { one: 'a preview is ready', many: (count) => `${count} previews are ready` }],
  emb: ['emb', { one: 'an embargo was lifted', many: (count) => `${count} embargoes were lifted` }],
  fd: [
    'fd',
    { one: 'files were downloaded', many: (count) => `files were downloaded ${count} times` },
  ],
  dlb: [
    'dlb',
    {
      one: 'a download budget is nearly used',
      many: (count) => `download budgets were nearly used ${count} times`,
    },
  ],
}
const groupOf = (type: string): [string, EventGroup] =>
  EVENT_GROUPS[type] ?? [type, { one: 'news', many: (count) => `${count} pieces of news` }]

/**
 * Folds what happened to the same thing into one line: no event is lost, none is told twice. The
 * line that moved last comes first.
 */
export function groupEvents(happenings: readonly MailEvent[]): SummaryLine[] {
  const inOrder = happenings.toSorted((one, other) => one.at - other.at)
  return [...Map.groupBy(inOrder, keyOf).values()]
    .map(summarize)
    .toSorted((one, other) => other.at - one.at)
}

const keyOf = ({ type, told, asset, request }: MailEvent) => {
  const [family] = groupOf(type)
  return JSON.stringify([
    family,
    request?._id ?? asset?._id ?? null,
    family === 'translation' ? told.language : null,
  ])
}

function summarize(folded: MailEvent[]): SummaryLine {
  const { request, asset, type, told } = folded[0]!
  const [family, sort] = groupOf(type)
  const language = (family === 'translation' && told.language) || request?.language
  return {
    events: folded.map(({ event }) => event),
    subject: [asset && oneLine(asset.name), language && languageName(language)]
      .filter(Boolean)
      .join(', '),
    what:
      'path' in sort
        ? (sort.lead ?? '') + folded.map((happening) => stepOf(happening)).join(' → ')
        : folded.length === 1
          ? sort.one
          : sort.many(folded.length),
    by: [...new Set(folded.map(({ by }) => oneLine(by)))],
    at: folded.at(-1)!.at,
    request,
    asset: asset?._id ?? null,
  }
}

function stepOf({ type, told }: MailEvent): string {
  const [, sort] = groupOf(type)
  return 'path' in sort ? oneLine(sort.path(told)) : ''
}

/** "Trailer X, German: submitted → in progress → for review, by Ada and Bo" */
export const summarySentence = ({ subject, what, by }: SummaryLine): string =>
  `${subject && `${subject}: `}${what}, by ${joinNames(by)}`

const MOST_NAMED = 3

function joinNames(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMED
      ? [...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} others`]
      : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const languageName = (code: string) =>
  /^[a-z]{2,3}$/.test(code) ? languages.of(code)! : oneLine(code)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
