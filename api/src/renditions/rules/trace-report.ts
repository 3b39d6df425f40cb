import { segmentsNeeded, type TracedViewer } from '@reelay/media/viewer-codes'

/** A code and the person who got it. */
export type CodeOwner = {
  id: string
  /** Null for a deleted person. */
  person: string | null
  name: string | null
  email: string | null
  film: string
  /** When they first watched the film. */
  watchedAt: number
}
export type Trace = {
  /** The names of the films that the copy shows. */
  films: string[]
  /** Best first. Several if the copy was mixed from several. Empty if nobody is certain. */
  viewers: (TracedViewer & CodeOwner)[]
  /** How many people watched these films. */
  candidates: number
  /** Segments whose mark could be read. */
  readable: number
}
type Finding = { check: string; level: 'ok' | 'warning'; message: string; action: string }

/** What the operator reads. It names somebody only if this is certain. */
export function reportTrace(trace: Trace): { done: Record<string, string>; findings: Finding[] } {
  const { films, viewers, candidates, readable } = trace
  const [first, ...others] = viewers
  if (!first) return { done: { viewer: 'unknown' }, findings: [explainUnknown(trace)] }
  return {
    done: {
      viewer: describe(first),
      certainty: certaintyOf(first.errorChance),
      film: first.film,
      watched: new Date(first.watchedAt * 1000).toISOString(),
      code: first.id,
      segments: `${first.matching} of ${readable} readable segments match, ${candidates} viewers compared`,
      ...(films.length > 1 && {
        alsoShows: films.filter((name) => name !== first.film).join(', '),
      }),
    },
    findings: others.map((viewer) => ({
      check: 'trace',
      level: 'warning',
      message: `The copy also contains segments of ${describe(viewer)} (${certaintyOf(viewer.errorChance)}).`,
      action: 'Somebody mixed several copies, or these people worked together.',
    })),
  }
}

const describe = ({ person, name, email, id }: CodeOwner) =>
  person === null ? `a deleted person (code ${id})` : `${name} <${email}>`

/** 99.9999 % and more, with as many nines as are certain. */
function certaintyOf(errorChance: number): string {
  const nines = Math.min(12, Math.floor(-Math.log10(errorChance)))
  return `99.${'9'.repeat(Math.max(0, nines - 2))} %`
}

function explainUnknown({ films, candidates, readable }: Trace): Finding {
  if (films.length === 0)
    return {
      check: 'trace',
      level: 'warning',
      message: 'The copy shows none of the films that were watched with traceable marks.',
      action:
        'Check that the studio traces its films (settings.traceable), or name the film: --film <file id>',
    }
  return {
    check: 'trace',
    level: 'warning',
    message:
      `The copy shows ${films.join(', ')}, but its marks fit none of ${candidates} viewers with certainty. ` +
      `${readable} segments could be read; ${segmentsNeeded(candidates)} are needed.`,
    action:
      'Trace a longer or better copy, or one that was leaked from the previews of this installation.',
  }
}
