import type { Finding, Fix } from '../checks/finding.ts'
import type { Cue } from '../cue.ts'
import { screenArea } from '../checks/checked-cue.ts'
import { hasVisibleText } from '../checks/measure.ts'
import { plainText } from '../markup.ts'

/**
 * Applies the fixes of these findings. If two fixes change the same field, the first wins and the
 * next check reports the other again. Fixes are safe one by one; together they are applied only
 * while no cue overlaps, loses its order or becomes empty.
 */
export function applyFixes(cues: readonly Cue[], findings: readonly Finding[]): Cue[] {
  const fixed = [...cues]
  const near = findNeighbours(cues)
  let waiting = selectFixes(findings).filter(({ line }) => cues[line - 1])
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length
    waiting = waiting.filter(({ line, fix }) => {
      const [index, cue] = [line - 1, { ...fixed[line - 1]!, ...fix }]
      if (!isSafe(fixed, index, cue, near[index]!)) return true
      fixed[index] = cue
      return false
    })
  }
  return fixed
}

function selectFixes(findings: readonly Finding[]): { line: number; fix: Fix }[] {
  const taken = new Set<string>()
  return findings.flatMap(({ line, fix }) => {
    const fields = Object.keys(fix ?? {}).map((field) => `${line} ${field}`)
    if (!fix || fields.some((field) => taken.has(field))) return []
    for (const field of fields) taken.add(field)
    return [{ line, fix }]
  })
}

type Neighbours = { before: number | undefined; after: number | undefined }

function findNeighbours(cues: readonly Cue[]): Neighbours[] {
  const [near, last] = [
    cues.map((): Neighbours => ({ before: undefined, after: undefined })),
    new Map<string, number>(),
  ]
  for (const [index, cue] of cues.entries()) {
    const before = last.get(screenArea(cue))
    near[index]!.before = before
    if (before !== undefined) near[before]!.after = index
    last.set(screenArea(cue), index)
  }
  return near
}

function isSafe(
  cues: readonly Cue[],
  index: number,
  cue: Cue,
  { before, after }: Neighbours,
): boolean {
  const was = cues[index]!
  const [earlier, later] = [
    before === undefined ? undefined : cues[before],
    after === undefined ? undefined : cues[after],
  ]
  const problems = (one: Cue) => [
    !(one.start < one.stop),
    earlier !== undefined && earlier.stop > one.start,
    later !== undefined && one.stop > later.start,
    (cues[index - 1]?.start ?? -Infinity) > one.start,
    (cues[index + 1]?.start ?? Infinity) < one.start,
  ]
  if (
    cue.text !== was.text &&
    hasVisibleText(plainText(was.text)) &&
    !hasVisibleText(plainText(cue.text))
  )
    return false
  const current = problems(was)
  return problems(cue).every((problem, kind) => !problem || current[kind])
}
