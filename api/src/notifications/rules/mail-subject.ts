// The subject of a mail begins with the film, the language and the territory.
import { languageName, oneLine, type MailEvent } from './group-events.ts'

/** Example: "The Lantern · Trailer 1 · German · DE" */
const aboutOf = ({ asset, request }: Pick<MailEvent, 'asset' | 'request'>): string =>
  [asset?.project, asset?.name, request && languageName(request.language), request?.territory]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => oneLine(part!))
    .join(' · ')

export function subjectOf(event: Pick<MailEvent, 'asset' | 'request'>, text: string): string {
  const about = aboutOf(event)
  return about ? `${about}: ${text}` : text
}

/** One mail about several changes of one subject. */
export const bundleSubject = (events: readonly (MailEvent & { title: string })[]): string =>
  subjectOf(events[0]!, events.length === 1 ? events[0]!.title : `${events.length} changes`)
