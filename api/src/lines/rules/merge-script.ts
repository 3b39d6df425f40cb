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
  script: readonly StoredLine[],
  translation: readonly StoredLine[],
  resolutions: Resolutions = {},
): ScriptMerge {
  const [baseById, scriptById] = [byId(base), byId(script)]
  const translationByOrigin = new Map(
    translation.flatMap((line) => (line.origin ? [[line.origin, line] as const] : [])),
  )
  const merge: ScriptMerge = { drafts: [], removedIds: [], conflicts: [] }
  for (const id of new Set([...baseById.keys(), ...scriptById.keys()])) {
    const [before, after] = [baseById.get(id), scriptById.get(id)]
    const translated = translationByOrigin.get(id)
    if (after && !before) {
      if (!translated) merge.drafts.push(untranslated(after))
    } else if (before && !after) mergeRemoved(merge, { before, translated }, resolutions)
    else if (before && after && translated)
      mergeChanged(merge, { before, after, translated }, resolutions)
    else if (before && after && !isUnchanged(before, after)) mergeDropped(merge, after, resolutions)
  }
  return merge
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
  merge: ScriptMerge,
  { before, translated }: { before: StoredLine; translated: StoredLine | undefined },
  resolutions: Resolutions,
) {
  if (!translated) return
  const isUntouched = translated.text === '' && sameTime(translated, before)
  if (isUntouched || resolutions[translated._id] === 'theirs') merge.removedIds.push(translated._id)
  else if (resolutions[translated._id] === 'ours')
    merge.drafts.push({ ...translated, origin: null })
  else
    merge.conflicts.push({
      line: translated._id,
      kind: 'removed',
      script: null,
      translation: translated,
    })
}

function mergeChanged(
  merge: ScriptMerge,
  { before, after, translated }: { before: StoredLine; after: StoredLine; translated: StoredLine },
  resolutions: Resolutions,
) {
  const hasMoved = !sameTime(before, after) && !sameTime(translated, after)
  const isConflict = hasMoved && !sameTime(translated, before)
  if (isConflict && !resolutions[translated._id]) {
    merge.conflicts.push({
      line: translated._id,
      kind: 'time',
      script: after,
      translation: translated,
    })
    return
  }
  const time =
    hasMoved && resolutions[translated._id] !== 'ours'
      ? { start: after.start, stop: after.stop }
      : {}
  const words =
    before.text === after.text
      ? {}
      : { source: after.text, stale: translated.stale || translated.text !== '' }
  if (Object.keys(time).length || Object.keys(words).length)
    merge.drafts.push({ ...translated, ...time, ...words })
}

function mergeDropped(merge: ScriptMerge, after: StoredLine, resolutions: Resolutions) {
  if (resolutions[after._id] === 'theirs') merge.drafts.push(untranslated(after))
  else if (!resolutions[after._id])
    merge.conflicts.push({ line: after._id, kind: 'dropped', script: after, translation: null })
}

const byId = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line._id, line]))
const sameTime = (a: StoredLine, b: StoredLine) => a.start === b.start && a.stop === b.stop
const isUnchanged = (a: StoredLine, b: StoredLine) => sameTime(a, b) && a.text === b.text
