// The subject of a mail begins with the film, the language and the territory.
import { languageName, oneLine, type MailEvent } from './group-events.ts'

type Subject = Pick<MailEvent, 'asset' | 'project' | 'request'>

/** Example: "The Lantern · Trailer 1 · German · DE" */
const aboutOf = ({ asset, project, request }: Subject): string =>
  [
    asset?.project ?? project?.name,
    asset?.name,
    request && languageName(request.language),
    request?.territory,
  ]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => oneLine(part!))
    .join(' · ')

export function subjectOf(event: Subject, text: string): string {
  const about = aboutOf(event)
  return about ? `${about}: ${text}` : text
}

/** One mail about several changes of one subject. New assets of a project are one subject. */
export function bundleSubject(events: readonly (MailEvent & { title: string })[]): string {
  const [first] = events
  const isOneAsset = events.every(({ asset }) => asset?._id === first!.asset?._id)
  const subject = isOneAsset ? first! : { ...first!, asset: null }
  return subjectOf(subject, events.length === 1 ? first!.title : `${events.length} changes`)
}
