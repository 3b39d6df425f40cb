// Compares the marks of a leaked copy with the codes of the viewers.

/** One bit per segment. A film of more segments repeats the code. */
export const CODE_BYTES = 512
export const CODE_BITS = CODE_BYTES * 8

/** The bit that PostgreSQL's get_bit returns. */
export const bitOf = (code: Uint8Array, segment: number): number =>
  (code[((segment % CODE_BITS) / 8) | 0]! >> (segment % 8)) & 1

export type TraceCode = { id: string; code: Uint8Array }
export type TracedViewer = {
  id: string
  /** Segments whose mark is the viewer's, of those that could be read. */
  matching: number
  readable: number
  /** The chance that any viewer who is not the source matches as well as this one. */
  errorChance: number
}

/** Naming the wrong person is worse than naming nobody. */
const MAX_ERROR_CHANCE = 1e-6
/** Marks below this are noise. They still count, but little. */
const READABLE = 0.1
const WEIGHT_LEVELS = 8

/**
 * The viewers whose code explains the marks, best first. `marks` starts with segment 1; positive
 * marks belong to bit 0. Codes are random, so the chance of a false match is exact: it depends only
 * on the weights, not on the noise in the copy. `candidates` counts the codes of all films that the
 * copy may show.
 */
export function findViewers(
  marks: number[],
  codes: TraceCode[],
  { candidates = codes.length, maxErrorChance = MAX_ERROR_CHANCE } = {},
): TracedViewer[] {
  const usual = meanOf(marks.map(Math.abs).filter((size) => size > 0))
  const weights = marks.map((mark) =>
    Math.round(WEIGHT_LEVELS * Math.min(1, Math.abs(mark) / usual)),
  )
  const chances = chancesOfScores(weights)
  const readable = countReadable(marks)
  return codes
    .map(({ id, code }) => {
      const own = marks.map((mark, index) => mark > 0 === (bitOf(code, index + 1) === 0))
      const score = weights.reduce((sum, weight, index) => sum + (own[index] ? weight : 0), 0)
      const matching = countReadable(marks.filter((_, index) => own[index]))
      return { id, matching, readable, errorChance: Math.min(1, candidates * chances[score]!) }
    })
    .filter(({ errorChance }) => errorChance <= maxErrorChance)
    .toSorted((a, b) => a.errorChance - b.errorChance)
}

export const countReadable = (marks: number[]): number =>
  marks.filter((mark) => Math.abs(mark) >= READABLE).length

const meanOf = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) / sizes.length || 1

/** For each score: the chance that a random code reaches it. */
function chancesOfScores(weights: number[]): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const exactly = new Float64Array(total + 1)
  exactly[0] = 1
  let reached = 0
  for (const weight of weights) {
    for (let score = reached + weight; score >= 0; score--)
      exactly[score] = (exactly[score]! + (score >= weight ? exactly[score - weight]! : 0)) / 2
    reached += weight
  }
  const atLeast = new Float64Array(total + 1)
  for (let score = total; score >= 0; score--)
    atLeast[score] = exactly[score]! + (atLeast[score + 1] ?? 0)
  return atLeast
}

/** The segments of the film that must be readable to name one of so many viewers without an error. */
export const segmentsNeeded = (viewers: number): number =>
  Math.ceil(Math.log2(viewers / MAX_ERROR_CHANCE))
