import type { Cue } from '../../subtitles/rules/cue.ts'
import { matchCues } from '../../subtitles/rules/formats/matching.ts'
import type { Importing } from '../contract.ts'
import { isSame, type Draft, type StoredLine } from './line.ts'

export type Planned = { put: Draft[]; gone: string[]; matched: number; changed: number; added: Draft[]; left: StoredLine[] }

/** Each cue of a file meets the line it shares its time with. What nothing came for stays, unless it is said that it goes. */
export function planImport(current: readonly StoredLine[], cues: readonly Cue[], { into = 'text', times = 'take', left = 'keep' }: Omit<Importing, 'format'>): Planned {
  const matching = matchCues(current, cues)
  const other = matching.pairs.map(([one, incoming]) => [current[one]!, laidOver(current[one]!, cues[incoming]!, into, times)] as const).filter(([line, draft]) => !isSame(line, draft)).map(([, draft]) => draft)
  const added = matching.added.map((index) => begun(cues[index]!, into))
  const alone = matching.left.map((index) => current[index]!)
  return { put: [...other, ...added], gone: left === 'remove' ? alone.map(({ _id }) => _id) : [], matched: matching.pairs.length, changed: other.length, added, left: alone }
}

function laidOver(line: StoredLine, cue: Cue, into: 'text' | 'source', times: 'take' | 'keep'): Draft {
  const { start, stop, text, source, ...more } = cue
  const words = into === 'source' ? { source: text } : { text, ...(source !== undefined && { source }) }
  const typed = 'text' in words && words.text !== line.text ? { auto: false, machine: false, custom: true, stale: false } : {}
  return { ...line, ...more, ...words, ...typed, ...(times === 'take' && { start, stop }) }
}

const begun = ({ text, source = '', ...cue }: Cue, into: 'text' | 'source'): Draft =>
  ({ ...cue, text: into === 'text' ? text : '', source: into === 'text' ? source : text, origin: null, stale: false, auto: into === 'source', machine: false, custom: into === 'text' })
