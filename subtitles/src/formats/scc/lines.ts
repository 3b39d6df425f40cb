import type { Cue } from '../../cue.ts'
import type { WriteResult } from '../format.ts'
import { formatFrames } from '../frames.ts'
import { formatPair } from './parity.ts'
import { scheduleCaptions, type ScheduledUnit } from './write.ts'

export function writeScc(cues: readonly Cue[]): WriteResult {
  const schedule = scheduleCaptions(cues)
  if (!schedule.ok) return schedule
  const lines = formatLines(schedule.sending)
  const text = `Scenarist_SCC V1.0\n\n${lines.join('\n\n')}${lines.length ? '\n' : ''}`
  return { ok: true, warnings: schedule.warnings, bytes: new TextEncoder().encode(text) }
}

/** Pairs on consecutive frames share a line. */
function formatLines(sending: readonly ScheduledUnit[]): string[] {
  const lines: { from: number; words: string[] }[] = []
  for (const { at, unit } of sending) {
    const last = lines.at(-1)
    if (last && last.from + last.words.length === at) last.words.push(...unit.map(formatPair))
    else lines.push({ from: at, words: unit.map(formatPair) })
  }
  return lines.map(({ from, words }) => `${formatFrames(from, 30, true)}\t${words.join(' ')}`)
}
