// Merges script changes into a translation. It compares three states: the script at the last merge,
// the script now, and the translation. Changes on one side are taken; changes on both sides are
// conflicts for a person to resolve.
import type { LineDraft, StoredLine } from './line.ts'

/** `line` is the line of the translation, or of the script if the translation has none. */
export type MergeConflict = {
  line: string
  kind: 'time' | 'removed' | 'dropped'
  script: StoredLine | null
  translation: StoredLine | null
}
export type Resolutions = Record<string, 'ours' | 'theirs'>
export type ScriptMerge = { drafts: LineDraft[]; removedIds: string[]; conflicts: MergeConflict[] }

export function planScriptMerge(
  base: readonly StoredLine[],
  now: readonly StoredLine[],
  ours: readonly StoredLine[],
  settled: Resolutions = {},
): ScriptMerge {
  const [were, are] = [byId(base), byId(now)]
  const ourByOrigin = new Map(
    ours.flatMap((line) => (line.origin ? [[line.origin, line] as const] : [])),
  )
  const followed: ScriptMerge = { drafts: [], removedIds: [], conflicts: [] }
  for (const id of new Set([...were.keys(), ...are.keys()])) {
    const [was, is, our] = [were.get(id), are.get(id), ourByOrigin.get(id)]
    if (is && !was) {
      if (!our) followed.drafts.push(untranslated(is))
    } else if (was && !is) mergeRemoved(followed, was, our, settled)
    else if (was && is && our) mergeChanged(followed, { was, is, our }, settled)
    else if (was && is && !isUnchanged(was, is)) mergeDropped(followed, is, settled)
  }
  return followed
}

/** The line as a new translation contains it: timed, with the source text and no translation. */
export const untranslated = ({ _id, version: _version, text, ...line }: StoredLine): LineDraft => ({
  ...line,
  text: '',
  source: text,
  origin: _id,
  stale: false,
  auto: true,
  custom: false,
  machine: false,
})

function mergeRemoved(
  followed: ScriptMerge,
  was: StoredLine,
  our: StoredLine | undefined,
  settled: Resolutions,
) {
  if (!our) return
  const untouched = our.text === '' && sameTime(our, was)
  if (untouched || settled[our._id] === 'theirs') followed.removedIds.push(our._id)
  else if (settled[our._id] === 'ours') followed.drafts.push({ ...our, origin: null })
  else followed.conflicts.push({ line: our._id, kind: 'removed', script: null, translation: our })
}

function mergeChanged(
  followed: ScriptMerge,
  { was, is, our }: { was: StoredLine; is: StoredLine; our: StoredLine },
  settled: Resolutions,
) {
  const moved = !sameTime(was, is) && !sameTime(our, is)
  const clash = moved && !sameTime(our, was)
  if (clash && !settled[our._id]) {
    followed.conflicts.push({ line: our._id, kind: 'time', script: is, translation: our })
    return
  }
  const time = moved && settled[our._id] !== 'ours' ? { start: is.start, stop: is.stop } : {}
  const words = was.text === is.text ? {} : { source: is.text, stale: our.stale || our.text !== '' }
  if (Object.keys(time).length || Object.keys(words).length)
    followed.drafts.push({ ...our, ...time, ...words })
}

function mergeDropped(followed: ScriptMerge, is: StoredLine, settled: Resolutions) {
  if (settled[is._id] === 'theirs') followed.drafts.push(untranslated(is))
  else if (!settled[is._id])
    followed.conflicts.push({ line: is._id, kind: 'dropped', script: is, translation: null })
}

const byId = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line._id, line]))
const sameTime = (a: StoredLine, b: StoredLine) => a.start === b.start && a.stop === b.stop
const isUnchanged = (a: StoredLine, b: StoredLine) => sameTime(a, b) && a.text === b.text
