import type { Event } from '../../events/contract.ts'
import { describeAutomatic } from '../../workrequests/rules/automatic.ts'
import { EVENT_TEXTS, type EventDetails } from './event-types.ts'

/** An event, limited to what the reader may see. */
export type MailEvent = {
  event: string
  type: Event['type']
  time: number
  by: string
  details: EventDetails
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

/** Groups events about the same subject into lines. The line with the latest event comes first. */
export function groupEvents(events: readonly MailEvent[]): SummaryLine[] {
  const inOrder = events.toSorted((a, b) => a.time - b.time)
  return [...Map.groupBy(inOrder, keyOf).values()]
    .map(summarize)
    .toSorted((a, b) => b.time - a.time)
}

const keyOf = ({ type, details, asset, project, request }: MailEvent) => {
  const { family = type } = EVENT_TEXTS[type]
  return JSON.stringify([
    family,
    request?._id ?? asset?._id ?? project?._id ?? null,
    family === 'translation' ? details.language : null,
  ])
}

function summarize(events: MailEvent[]): SummaryLine {
  const { request, asset, project, type, details } = events[0]!
  const event = EVENT_TEXTS[type]
  const { family = type } = event
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
      'steps' in event
        ? (event.prefix ?? '') + events.map(stepOf).join(' → ')
        : countOf(events) === 1
          ? event.single
          : event.many(countOf(events)),
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
  const event = EVENT_TEXTS[type]
  return 'steps' in event ? oneLine(event.steps(details)) : ''
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
