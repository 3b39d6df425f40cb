import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import { MAIL_SECTIONS, type MailSection } from './mail-sections.ts'
import { summarySentence, type SummaryLine } from './group-events.ts'
import { formatTime } from './format-time.ts'
import type { MailFrequency } from './mail-frequency.ts'

export type MailEntry = SummaryLine & { duty: MailSection }
export type MailBody = { subject: string; text: string; html: string }
/** Where the links of a letter lead. `stop` ends this reader's mail. */
export type MailLinks = { app: string; stop: string }
type MailContent = {
  name: string
  zone: string
  pace: MailFrequency
  entries: MailEntry[]
  addresses: MailLinks
}

const FREQUENCY_TEXT: Record<MailFrequency, string> = {
  [-1]: '',
  0: 'at once',
  3600: 'every hour',
  86_400: 'every morning',
  604_800: 'every Monday',
}
const MAX_LINES = 60

export const zoneOrUtc = (zone: string | null | undefined): string =>
  zone && isTimeZone(zone) ? zone : 'UTC'

/**
 * A letter that tells of one thing has a subject of its own; others say how much there is of what.
 */
export function renderMail(
  letter: MailContent,
  subject = countedSubject(letter.entries),
): MailBody {
  const sections = sectionsOf(letter)
  const because = `You get this ${FREQUENCY_TEXT[letter.pace]} because of your mail settings in Reelay.`
  return {
    subject,
    text: textOf(letter, sections, because),
    html: htmlOf(letter, sections, subject, because),
  }
}

type Told = { sentence: string; times: string; address: string | undefined }
type Section = { title: string; told: Told[]; more: number }

function sectionsOf({ entries, zone, addresses }: MailContent): Section[] {
  return (Object.keys(MAIL_SECTIONS) as MailSection[]).flatMap((duty) => {
    const mine = entries.filter((entry) => entry.duty === duty)
    return mine.length
      ? [
          {
            title: MAIL_SECTIONS[duty],
            told: mine.slice(0, MAX_LINES).map((entry) => tell(entry, zone, addresses.app)),
            more: Math.max(0, mine.length - MAX_LINES),
          },
        ]
      : []
  })
}

function tell(entry: MailEntry, zone: string, app: string): Told {
  const { request, asset } = entry
  return {
    sentence: summarySentence(entry),
    times: [
      formatTime(entry.at, zone),
      ...(request?.due ? [dueWords(request.due, zone)] : []),
    ].join(' · '),
    address: request
      ? `${app}/workrequests/${request._id}`
      : asset
        ? `${app}/assets/${asset}`
        : undefined,
  }
}

/** In the reader's zone, with the order's own beside it. */
function dueWords({ date, tz }: { date: number; tz: string }, zone: string): string {
  const own = zoneOrUtc(tz)
  return `due ${formatTime(date, zone)}${own === zone ? '' : `, for the order ${formatTime(date, own)}`}`
}

const countedSubject = (entries: MailEntry[]) =>
  `Reelay: ${(Object.keys(MAIL_SECTIONS) as MailSection[])
    .map(
      (duty) =>
        [entries.filter((entry) => entry.duty === duty).length, MAIL_SECTIONS[duty]] as const,
    )
    .filter(([count]) => count)
    .map(([count, title]) => `${count} ${title.toLowerCase()}`)
    .join(', ')}`

const textOf = (
  { name, addresses }: MailContent,
  sections: Section[],
  because: string,
) => `Hello ${oneLine(name)},

${sections.map(({ title, told, more }) => `${title}\n${told.map(({ sentence, times, address }) => `\n- ${sentence}\n  ${times}${address ? `\n  ${address}` : ''}`).join('')}${more ? `\n- and ${more} more` : ''}`).join('\n\n')}

--
${because}
Stop all of it: ${addresses.stop}
`

/**
 * No colour of its own except a line between, so that it reads in the dark as in the light; nothing
 * is fetched and nothing runs.
 */
const htmlOf = (
  { name, addresses }: MailContent,
  sections: Section[],
  subject: string,
  because: string,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 1.5em auto; padding: 0 1em } h2 { font-size: 1em; margin: 1.5em 0 .5em } ul { padding-left: 1.2em; margin: 0 } li { margin: .6em 0 } small { opacity: .75 } footer { margin-top: 2em; padding-top: .75em; border-top: 1px solid #8888 }</style></head>
<body><p>Hello ${escaped(name)},</p>
${sections.map(({ title, told, more }) => `<h2>${title}</h2>\n<ul>\n${told.map(item).join('\n')}${more ? `\n<li>and ${more} more</li>` : ''}\n</ul>`).join('\n')}
<footer><small>${because} <a href="${escaped(addresses.stop)}">Stop all of it</a></small></footer></body></html>
`

const item = ({ sentence, times, address }: Told) =>
  `<li>${address ? `<a href="${escaped(address)}">${escaped(sentence)}</a>` : escaped(sentence)}<br><small>${escaped(times)}</small></li>`

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => oneLine(text).replace(/[&<>"']/g, (mark) => MARKS[mark]!)
