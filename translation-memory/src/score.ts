import { plainText } from '@reelay/subtitles'
import { adaptNumbers } from './adapt-numbers.ts'
import { textKey, findNumbers } from './key.ts'
import { similarity } from './similarity.ts'

/**
 * A source with one of its targets, and how it relates to the queried line. `times` counts
 * identical units.
 */
export type Candidate = {
  id: string
  source: string
  target: string
  origin: 'approved' | 'import'
  approved: number
  times: number
  before: boolean
  after: boolean
  sameAsset: boolean
  sameProject: boolean
}
/**
 * 101: the same line between the same lines. 100: the same line. Lower: a similar line, or the same
 * line with differences.
 */
export type ScoredMatch = {
  id: string
  score: number
  kind: 'context' | 'exact' | 'fuzzy'
  source: string
  target: string
  /** Numbers in the target were replaced by those of the line. */
  adapted: boolean
  times: number
}

const MIN_SCORE = 60
const MAX_MATCHES = 10

/** Best first, then newest. Each target appears once. */
export function bestMatches(source: string, candidates: readonly Candidate[]): ScoredMatch[] {
  const query = toComparable(source)
  const ranked = candidates
    .map((candidate) => ({ ...scoreCandidate(query, candidate), approved: candidate.approved }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || b.approved - a.approved || (b.id > a.id ? 1 : -1))
  const byTarget = new Map<string, ScoredMatch>()
  for (const { approved: _approved, ...match } of ranked) {
    const better = byTarget.get(match.target)
    if (better) better.times += match.times
    else byTarget.set(match.target, match)
  }
  return [...byTarget.values()].slice(0, MAX_MATCHES)
}

/** The parts of a line that are compared. `casing` is its capitals and punctuation. */
type ComparableLine = { plain: string; key: string; numbers: string; tags: string; casing: string }

export function toComparable(fragment: string): ComparableLine {
  const plain = plainText(fragment)
  return {
    plain,
    key: textKey(plain),
    numbers: findNumbers(plain).join(' '),
    tags: (fragment.match(/<[biu]>/g) ?? []).join(''),
    casing: plain.replace(/[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}\p{Cf}\s]+/gu, ''),
  }
}

export function scoreCandidate(query: ComparableLine, candidate: Candidate): ScoredMatch {
  const { id, source, target, times } = candidate
  const line = toComparable(source)
  const exact = query.key === line.key
  const adapted = exact ? undefined : adaptNumbers({ from: line.plain, to: query.plain, target })
  const kind = !exact ? 'fuzzy' : isInContext(candidate) ? 'context' : 'exact'
  const whole =
    kind === 'context'
      ? 101
      : exact || adapted !== undefined
        ? 100
        : Math.min(99, Math.floor(100 * similarity(query.key, line.key)))
  return {
    id,
    score: Math.max(0, whole - penalty(query, line, candidate)),
    kind,
    source,
    target: adapted ?? target,
    adapted: adapted !== undefined,
    times,
  }
}

/** Between the same two lines, or next to one of them in the same asset. */
const isInContext = ({ before, after, sameAsset }: Candidate) =>
  (before && after) || ((before || after) && sameAsset)

function penalty(
  query: ComparableLine,
  line: ComparableLine,
  { origin, sameProject }: Candidate,
): number {
  return (
    (sameProject ? 0 : 1) +
    (origin === 'import' ? 2 : 0) +
    (query.numbers === line.numbers ? 0 : 5) +
    (query.tags === line.tags ? 0 : 2) +
    (query.casing === line.casing ? 0 : 1)
  )
}
