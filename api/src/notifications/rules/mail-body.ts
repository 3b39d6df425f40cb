import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import { formatTime } from './format-time.ts'
import { summarySentence, type SummaryLine } from './group-events.ts'
import type { MailFrequency } from './mail-frequency.ts'
import { MAIL_SECTIONS, type MailSection } from './mail-sections.ts'

export type MailEntry = SummaryLine & { section: MailSection }
export type MailBody = { subject: string; text: string; html: string }
export type MailLinks = { app: string; unsubscribe: string }
type MailContent = {
  name: string
  zone: string
  frequency: MailFrequency
  entries: MailEntry[]
  links: MailLinks
}

const FREQUENCY_TEXT: Record<MailFrequency, string> = {
  [-1]: '',
  0: 'as soon as something happens',
  3600: 'every hour',
  86_400: 'every morning',
  604_800: 'every Monday',
}
const MAX_LINES = 60

export const zoneOrUtc = (zone: string | null | undefined): string =>
  zone && isTimeZone(zone) ? zone : 'UTC'

/** A mail about one event has its own subject. A digest counts the entries of each section. */
export function renderMail(
  content: MailContent,
  subject = digestSubject(content.entries),
): MailBody {
  const { name, frequency, links } = content
  const page = {
    subject,
    greeting: `Hello ${oneLine(name)},`,
    sections: sectionsOf(content),
    footer: [
      `Reelay sends you these mails ${FREQUENCY_TEXT[frequency]}.`,
      'You can change this in your account settings.',
    ].join(' '),
    unsubscribe: links.unsubscribe,
  }
  return { subject, text: renderText(page), html: renderHtml(page) }
}

type Item = { sentence: string; times: string; url: string | undefined }
type Section = { title: string; items: Item[]; omitted: number }
type Page = {
  subject: string
  greeting: string
  sections: Section[]
  footer: string
  unsubscribe: string
}

const SECTIONS = Object.keys(MAIL_SECTIONS) as MailSection[]

function sectionsOf({ entries, zone, links }: MailContent): Section[] {
  return SECTIONS.flatMap((section) => {
    const own = entries.filter((entry) => entry.section === section)
    if (own.length === 0) return []
    return [
      {
        title: MAIL_SECTIONS[section],
        items: own.slice(0, MAX_LINES).map((entry) => itemOf(entry, zone, links.app)),
        omitted: Math.max(0, own.length - MAX_LINES),
      },
    ]
  })
}

function itemOf(entry: MailEntry, zone: string, app: string): Item {
  const { time } = entry
  const due = entry.request?.due ? [dueText(entry.request.due, zone)] : []
  const path = pathOf(entry)
  return {
    sentence: summarySentence(entry),
    times: [formatTime(time, zone), ...due].join(' · '),
    url: path && app + path,
  }
}

function pathOf({ request, asset, project }: MailEntry): string | undefined {
  if (request) return `/workrequests/${request._id}`
  if (asset) return `/assets/${asset}`
  return project ? `/projects/${project}` : undefined
}

/** In the reader's time zone, followed by the time zone of the order if it differs. */
function dueText({ date, tz }: { date: number; tz: string }, zone: string): string {
  const orderZone = zoneOrUtc(tz)
  const due = `due ${formatTime(date, zone)}`
  return orderZone === zone ? due : `${due}, order time ${formatTime(date, orderZone)}`
}

function digestSubject(entries: MailEntry[]): string {
  const counts = SECTIONS.map((section) => ({
    count: entries.filter((entry) => entry.section === section).length,
    title: MAIL_SECTIONS[section].toLowerCase(),
  })).filter(({ count }) => count > 0)
  return `Reelay: ${counts.map(({ count, title }) => `${count} ${title}`).join(', ')}`
}

function renderText({ greeting, sections, footer, unsubscribe }: Page): string {
  const blocks = sections.map(({ title, items, omitted }) =>
    [
      `${title}\n`,
      ...items.map(({ sentence, times, url }) =>
        [`- ${sentence}`, `  ${times}`, ...(url ? [`  ${url}`] : [])].join('\n'),
      ),
      ...(omitted ? [`- and ${omitted} more`] : []),
    ].join('\n'),
  )
  return `${greeting}

${blocks.join('\n\n')}

--
${footer}
Unsubscribe: ${unsubscribe}
`
}

const STYLE = [
  ':root { color-scheme: light dark }',
  'body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em }',
  'body { margin: 1.5em auto; padding: 0 1em }',
  'h2 { font-size: 1em; margin: 1.5em 0 .5em }',
  'ul { padding-left: 1.2em; margin: 0 }',
  'li { margin: .6em 0 }',
  'small { opacity: .75 }',
  'footer { margin-top: 2em; padding-top: .75em; border-top: 1px solid #8888 }',
].join(' ')

/** Uses system colours only, so that it suits dark mode. Loads nothing and runs no script. */
const renderHtml = ({ subject, greeting, sections, footer, unsubscribe }: Page) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body><p>${escapeHtml(greeting)}</p>
${sections.map(sectionHtml).join('\n')}
<footer><small>${footer} <a href="${escapeHtml(unsubscribe)}">Unsubscribe</a></small></footer>
</body></html>
`

const sectionHtml = ({ title, items, omitted }: Section) =>
  [
    `<h2>${title}</h2>`,
    '<ul>',
    ...items.map(itemHtml),
    ...(omitted ? [`<li>and ${omitted} more</li>`] : []),
    '</ul>',
  ].join('\n')

function itemHtml({ sentence, times, url }: Item): string {
  const text = escapeHtml(sentence)
  const linked = url ? `<a href="${escapeHtml(url)}">${text}</a>` : text
  return `<li>${linked}<br><small>${escapeHtml(times)}</small></li>`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) =>
  oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
