import { msToFrame, type FrameRate } from '../cue.ts'
import { LANGUAGES, languageCode, type SubtitleLanguage } from '../profiles/languages.ts'
import type { Profile } from '../profiles/profile.ts'
import { unsupportedCharacters } from './glyphs.ts'
import type { Misspelled } from '../spelling/misspelled.ts'
import { buildTermIndex, type Term, type TermIndex } from './term-index.ts'

export const TRACK_KINDS = ['subtitles', 'graphics'] as const
export type TrackKind = (typeof TRACK_KINDS)[number]

/** `cuts` are shot changes, and `filmDuration` is the length, in milliseconds. Names, glossary and dates come from the project. */
export type CheckOptions = {
  profile: Profile
  language: string
  rate: FrameRate
  kind: TrackKind
  cuts?: readonly number[]
  filmDuration?: number | null
  names?: readonly { source: string; target?: string }[]
  glossary?: readonly Term[]
  dates?: readonly Term[]
  /** Words that the dictionary does not contain. Without a dictionary there are none. */
  misspelled?: Misspelled
}

/** The options, prepared once for all cues. */
export type CheckContext = {
  profile: Profile
  language: SubtitleLanguage
  rate: FrameRate
  /** 24 at 23.976: style guides count in nominal frames. */
  nominal: number
  cuts: readonly number[]
  /** Null while the length of the film is unknown. */
  filmDuration: number | null
  unsupported: RegExp
  /** Month names; a number next to one is a date. Empty when numbers are not checked. */
  months: ReadonlySet<string>
  termIndex: TermIndex
  misspelled: Misspelled
}

/** The editor checks after each keystroke with the same options, so their context is kept. */
const contexts = new WeakMap<CheckOptions, CheckContext>()

/** The options must not change after the first check with them. */
export function contextOf(options: CheckOptions): CheckContext {
  const context = contexts.get(options) ?? createContext(options)
  contexts.set(options, context)
  return context
}

function createContext({
  profile,
  language,
  rate,
  cuts = [],
  filmDuration = null,
  names = [],
  glossary = [],
  dates = [],
  misspelled = new Map(),
}: CheckOptions): CheckContext {
  const spoken = LANGUAGES[languageCode(language)] ?? {
    name: language,
    also: [],
    scripts: ['Unknown'],
  }
  return {
    profile,
    language: spoken,
    rate,
    nominal: Math.round(rate.num / rate.den),
    cuts: cuts.map((cut) => msToFrame(cut, rate)).toSorted((one, other) => one - other),
    filmDuration,
    unsupported: unsupportedCharacters(profile.manner, spoken),
    misspelled,
    months:
      profile.limits.spelledNumbers === undefined ? new Set() : monthNames(spoken.also[0] ?? 'en'),
    termIndex: buildTermIndex([
      ...names
        .filter((name) => name.target !== undefined || canKeep(name.source, spoken))
        .map(({ source, target = source }) => ({ list: 'NAME' as const, source, target })),
      ...glossary.map((term) => ({ list: 'TERM' as const, ...term })),
      ...dates.map((term) => ({ list: 'DATE' as const, ...term })),
    ]),
  }
}

function monthNames(locale: string): ReadonlySet<string> {
  const calendar = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return new Set(
    Array.from({ length: 12 }, (_, month) => calendar.format(Date.UTC(2000, month)).toLowerCase()),
  )
}

/** A name without a translation is kept only if readers know its script. */
const canKeep = (name: string, { scripts = [] }: SubtitleLanguage) =>
  scripts.length === 0 || !/\p{Script=Latin}/u.test(name)
