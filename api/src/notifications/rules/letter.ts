import { isZone } from '../../kernel/zone.ts'
import { DUTIES, type Duty } from './duty.ts'
import { sentenceOf, type Line } from './fold.ts'
import { moment } from './moment.ts'
import type { Pace } from './pace.ts'

export type Entry = Line & { duty: Duty }
export type Written = { subject: string; text: string; html: string }
/** Where the links of a letter lead. `stop` ends this reader's mail. */
export type Addresses = { app: string; stop: string }
type Letter = { name: string; zone: string; pace: Pace; entries: Entry[]; addresses: Addresses }

const PACES: Record<Pace, string> = {
  [-1]: '',
  0: 'at once',
  3600: 'every hour',
  86_400: 'every morning',
  604_800: 'every Monday',
}
const MOST_LINES = 60

export const zoneOr = (zone: string | null | undefined): string =>
  zone && isZone(zone) ? zone : 'UTC'

/**
 * A letter that tells of one thing has a subject of its own; others say how much there is of what.
 */
export function writeLetter(letter: Letter, subject = countedSubject(letter.entries)): Written {
  const sections = sectionsOf(letter)
  const because = `You get this ${PACES[letter.pace]} because of your mail settings in Reelay.`
  return {
    subject,
    text: textOf(letter, sections, because),
    html: htmlOf(letter, sections, subject, because),
  }
}

type Told = { sentence: string; times: string; address: string | undefined }
type Section = { title: string; told: Told[]; more: number }

function sectionsOf({ entries, zone, addresses }: Letter): Section[] {
  return (Object.keys(DUTIES) as Duty[]).flatMap((duty) => {
    const mine = entries.filter((entry) => entry.duty === duty)
    return mine.length
      ? [
          {
            title: DUTIES[duty],
            told: mine.slice(0, MOST_LINES).map((entry) => tell(entry, zone, addresses.app)),
            more: Math.max(0, mine.length - MOST_LINES),
          },
        ]
      : []
  })
}

function tell(entry: Entry, zone: string, app: string): Told {
  const { request, asset } = entry
  return {
    sentence: sentenceOf(entry),
    times: [moment(entry.at, zone), ...(request?.due ? [dueWords(request.due, zone)] : [])].join(
      ' · ',
    ),
    address: request
      ? `${app}/workrequests/${request._id}`
      : asset
        ? `${app}/assets/${asset}`
        : undefined,
  }
}

/** In the reader's zone, with the order's own beside it. */
function dueWords({ date, tz }: { date: number; tz: string }, zone: string): string {
  const own = zoneOr(tz)
  return `due ${moment(date, zone)}${own === zone ? '' : `, for the order ${moment(date, own)}`}`
}

const countedSubject = (entries: Entry[]) =>
  `Reelay: ${(Object.keys(DUTIES) as Duty[])
    .map((duty) => [entries.filter((entry) => entry.duty === duty).length, DUTIES[duty]] as const)
    .filter(([count]) => count)
    .map(([count, title]) => `${count} ${title.toLowerCase()}`)
    .join(', ')}`

const textOf = (
  { name, addresses }: Letter,
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
  { name, addresses }: Letter,
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
