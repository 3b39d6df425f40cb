import { Type, type Static } from 'typebox'
import { Nullable, Partly, Strict } from '../kernel/schema.ts'

export const RULE_IDS = [
  'ORDER',
  'OVERLAP',
  'DUR-min',
  'DUR-max',
  'GAP-min',
  'GAP-bridge',
  'FPS-grid',
  'DF-1',
  'CUT-in',
  'CUT-out',
  'CPS',
  'WPM',
  'CPL',
  'WIDTH',
  'LINES',
  'BREAK',
  'BUDGET',
  'TAGS',
  'EMPTY',
  'UNTRANSLATED',
  'SAME-AS-SOURCE',
  'SPACES',
  'GLYPH',
  'RTL-marks',
  'ELLIPSIS',
  'DASH',
  'ITALIC',
  'NUM-1-10',
  'NUM-start',
  'NAME',
  'TERM',
  'DATE',
  'NUMBERS',
] as const
export type RuleId = (typeof RULE_IDS)[number]

export const SEVERITIES = ['error', 'warning', 'off'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Every number a check goes by, and what it may be. */
export const LIMITS = {
  minDuration: {
    description: 'shortest time a subtitle stands, in milliseconds',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  maxDuration: {
    description: 'longest time a subtitle stands, in milliseconds',
    minimum: 2000,
    maximum: 60_000,
    whole: true,
  },
  minGap: {
    description: 'smallest gap between two subtitles, in frames',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  bridgeGap: {
    description: 'gaps shorter than this many milliseconds are closed to the smallest gap',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  charactersPerSecond: {
    description: 'characters to read in a second',
    minimum: 1,
    maximum: 100,
    whole: false,
  },
  wordsPerMinute: {
    description: 'words to read in a minute',
    minimum: 10,
    maximum: 1000,
    whole: false,
  },
  charactersPerLine: { description: 'characters in a row', minimum: 5, maximum: 200, whole: false },
  preferredCharactersPerLine: {
    description: 'characters in a row from which on to warn',
    minimum: 5,
    maximum: 200,
    whole: false,
  },
  lines: { description: 'rows of a subtitle', minimum: 1, maximum: 10, whole: true },
  width: {
    description: "percent of the picture's width a row may take",
    minimum: 10,
    maximum: 100,
    whole: false,
  },
  letterHeight: {
    description: "size of the letters, as percent of the picture's height",
    minimum: 1,
    maximum: 20,
    whole: false,
  },
  pictureAspect: {
    description: 'width of the picture divided by its height',
    minimum: 0.2,
    maximum: 5,
    whole: false,
  },
  cutWindow: {
    description: 'milliseconds around a cut in which a subtitle keeps to it',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutClose: {
    description:
      'milliseconds before a cut in which a beginning moves onto it; further off it moves away',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  cutGap: {
    description: 'frames between the end of a subtitle and the cut it keeps to',
    minimum: 0,
    maximum: 25,
    whole: true,
  },
  lateOut: {
    description: 'milliseconds a subtitle may be given more to be read',
    minimum: 0,
    maximum: 2000,
    whole: true,
  },
  spelledNumbers: {
    description: 'numbers up to this one are written in words',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
  gridTolerance: {
    description: 'milliseconds a time may lie beside its frame',
    minimum: 0,
    maximum: 100,
    whole: true,
  },
} as const
export type LimitName = keyof typeof LIMITS
const limit = ({ whole, ...bounds }: (typeof LIMITS)[LimitName]) =>
  whole ? Type.Integer(bounds) : Type.Number(bounds)

/** What a set of rules is silent about is absent, and not checked. */
export const Limits = Partly(
  Strict(
    Object.fromEntries(
      Object.entries(LIMITS).map(([name, bounds]) => [name, limit(bounds)]),
    ) as Record<LimitName, ReturnType<typeof limit>>,
  ),
)
export type Limits = Static<typeof Limits>

/** What would mend a line: its new text, or its new times in milliseconds. */
export const Fix = Partly(
  Strict({ text: Type.String(), start: Type.Integer(), stop: Type.Integer() }),
)
export type Fix = Static<typeof Fix>

const Measure = Type.Union([Type.Number(), Type.String()])
export const Finding = Strict({
  rule: Type.Enum([...RULE_IDS]),
  severity: Type.Enum(['error', 'warning']),
  line: Type.Integer({ minimum: 1 }),
  value: Measure,
  limit: Nullable(Measure),
  message: Type.String(),
  fix: Type.Optional(Fix),
})
export type Finding = Static<typeof Finding>
