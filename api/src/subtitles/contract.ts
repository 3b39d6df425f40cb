import { Type, type Static } from 'typebox'
import { Nullable, Partly, Strict } from '../kernel/schema.ts'

export const RULE_IDS = [
  'ORDER', 'OVERLAP', 'DUR-min', 'DUR-max', 'GAP-min', 'GAP-bridge', 'FPS-grid', 'DF-1', 'CUT-in', 'CUT-out',
  'CPS', 'WPM', 'CPL', 'WIDTH', 'LINES', 'BREAK', 'BUDGET',
  'TAGS', 'EMPTY', 'UNTRANSLATED', 'SAME-AS-SOURCE', 'SPACES', 'GLYPH', 'RTL-marks',
  'ELLIPSIS', 'DASH', 'ITALIC', 'NUM-1-10', 'NUM-start', 'NAME', 'TERM', 'DATE', 'NUMBERS',
] as const
export type RuleId = (typeof RULE_IDS)[number]

export const SEVERITIES = ['error', 'warning', 'off'] as const
export type Severity = (typeof SEVERITIES)[number]

const amount = (description: string, minimum: number, maximum: number) => Type.Number({ description, minimum, maximum })
const count = (description: string, minimum: number, maximum: number) => Type.Integer({ description, minimum, maximum })

/** Every number a check goes by. What a set of rules is silent about is absent, and not checked. */
export const Limits = Partly(Strict({
  minDuration: count('shortest time a subtitle stands, in milliseconds', 0, 2000),
  maxDuration: count('longest time a subtitle stands, in milliseconds', 2000, 60_000),
  minGap: count('smallest gap between two subtitles, in frames', 0, 25),
  bridgeGap: count('gaps shorter than this many milliseconds are closed to the smallest gap', 0, 2000),
  charactersPerSecond: amount('characters to read in a second', 1, 100),
  wordsPerMinute: amount('words to read in a minute', 10, 1000),
  charactersPerLine: amount('characters in a row', 5, 200),
  preferredCharactersPerLine: amount('characters in a row from which on to warn', 5, 200),
  lines: count('rows of a subtitle', 1, 10),
  width: amount('percent of the picture\'s width a row may take', 10, 100),
  letterHeight: amount('size of the letters, as percent of the picture\'s height', 1, 20),
  pictureAspect: amount('width of the picture divided by its height', 0.2, 5),
  cutWindow: count('milliseconds around a cut in which a subtitle keeps to it', 0, 2000),
  cutClose: count('milliseconds before a cut in which a beginning moves onto it; further off it moves away', 0, 2000),
  cutGap: count('frames between the end of a subtitle and the cut it keeps to', 0, 25),
  lateOut: count('milliseconds a subtitle may be given more to be read', 0, 2000),
  spelledNumbers: count('numbers up to this one are written in words', 0, 100),
  gridTolerance: count('milliseconds a time may lie beside its frame', 0, 100),
}))
export type Limits = Static<typeof Limits>

/** What would mend a line: its new text, or its new times in milliseconds. */
export const Fix = Partly(Strict({ text: Type.String(), start: Type.Integer(), stop: Type.Integer() }))
export type Fix = Static<typeof Fix>

const Measure = Type.Union([Type.Number(), Type.String()])
export const Finding = Strict({
  rule: Type.Enum([...RULE_IDS]), severity: Type.Enum(['error', 'warning']), line: Type.Integer({ minimum: 1 }),
  value: Measure, limit: Nullable(Measure), message: Type.String(), fix: Type.Optional(Fix),
})
export type Finding = Static<typeof Finding>
