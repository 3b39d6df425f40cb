// Run in worker threads. Lines are JSON texts.
import { formatTimecode, type FrameRate } from '@reelay/subtitles'
import { conformCues, type ConformedCue, type ConformMapping } from '@reelay/subtitles/conform'
import { jsonOutput } from '../../../kernel/compute/json-output.ts'
import { encodeDrafts, type EncodedDrafts } from '../../../lines/commands/tasks/drafts.ts'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import type { NumberedLine } from '../../../lines/queries/lines.ts'
import { presentLine, type LineDraft, type StoredLine } from '../../../lines/rules/line.ts'
import type { ConformDecision, ConformRequest, ConformResult } from '../../contract/conform.ts'
import { mappingOf } from './cut-mapping.ts'

export type ConformInput = {
  lines: readonly string[]
  revision: number
  /** The rate of the new film. */
  rate: FrameRate
  /** The mapping that the comparison of two films has found. */
  films: (ConformMapping & { matched: number }) | null
  request: ConformRequest
}

/** `encodedResult` is the reply of a preview, which `addAppliedLines` completes. */
export type PlannedLines = EncodedDrafts & { encodedResult: string; removedIds: string[] }

export function planLines({
  lines: texts,
  revision,
  rate,
  films,
  request,
}: ConformInput): PlannedLines {
  const lines = parseLines(texts)
  const mapping = films ?? mappingOf(request.by, rate)
  const cues = conformCues(lines, mapping, { frame: (1000 * rate.den) / rate.num })
  const result: ConformResult = {
    status: 'ready',
    progress: 1,
    revision,
    matched: films?.matched ?? null,
    counts: countsOf(cues),
    lines: cues.map((cue, index) => presentCue(lines[index]!, index, cue)),
    applied: null,
  }
  const changes = request.apply ? changesOf(lines, cues, request) : { drafts: [], removedIds: [] }
  return {
    encodedResult: JSON.stringify(result),
    ...encodeDrafts(changes.drafts),
    removedIds: changes.removedIds,
  }
}

type AppliedLines = { revision: number; lines: readonly string[]; removed: readonly string[] }

/** `lines` are JSON texts of `NumberedLine`. */
export function addAppliedLines({
  encodedResult,
  applied,
}: {
  encodedResult: string
  applied: AppliedLines | null
}) {
  const reply = JSON.parse(encodedResult) as ConformResult
  if (applied) {
    const numbered = JSON.parse(`[${applied.lines.join()}]`) as NumberedLine[]
    reply.applied = {
      revision: applied.revision,
      removed: [...applied.removed],
      lines: numbered.map(({ line, index }) => presentLine(line, index)),
    }
  }
  return jsonOutput(reply)
}

function countsOf(cues: readonly ConformedCue[]): ConformResult['counts'] {
  const counts = { moved: 0, split: 0, dropped: 0, flagged: 0 }
  for (const { outcome } of cues) counts[outcome]++
  return counts
}

const presentCue = (
  { _id, text, source, start, stop }: StoredLine,
  index: number,
  { outcome, reason, to }: ConformedCue,
) => ({
  line: _id,
  number: index + 1,
  text,
  source,
  startTime: formatTimecode(start),
  stopTime: formatTimecode(stop),
  outcome,
  reason,
  to: to.map((place) => ({
    startTime: formatTimecode(place.start),
    stopTime: formatTimecode(place.stop),
  })),
})

/** The lines to save, and those to remove. Lines that stay where they are are not saved. */
function changesOf(
  lines: readonly StoredLine[],
  cues: readonly ConformedCue[],
  { decisions = {}, dropped = 'remove' }: ConformRequest,
) {
  const drafts: LineDraft[] = []
  const removedIds: string[] = []
  for (const [index, cue] of cues.entries()) {
    const line = lines[index]!
    const decision = Object.hasOwn(decisions, line._id) ? decisions[line._id] : undefined
    const places = placesOf(cue, decision, dropped)
    if (places === 'remove') removedIds.push(line._id)
    else if (places !== 'keep') drafts.push(...movedDrafts(line, places))
  }
  return { drafts, removedIds }
}

function placesOf(
  { outcome, to }: ConformedCue,
  decision: ConformDecision | undefined,
  dropped: 'keep' | 'remove',
): ConformedCue['to'] | 'keep' | 'remove' {
  if (decision === 'keep' || decision === 'remove') return decision
  if (outcome === 'dropped') return dropped
  if (outcome !== 'flagged') return to
  const place = decision === undefined ? undefined : to[decision]
  return place ? [place] : 'keep'
}

/** The line moves to the first place; its text is repeated at the others. */
function movedDrafts(line: StoredLine, places: ConformedCue['to']): LineDraft[] {
  const { _id, version: _version, ...fields } = line
  return places.flatMap((place, index): LineDraft[] => {
    if (index > 0) return [{ ...fields, ...place, origin: null, split: _id }]
    return place.start === line.start && place.stop === line.stop
      ? []
      : [{ ...fields, ...place, _id }]
  })
}
