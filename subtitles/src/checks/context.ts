import { msToFrame, type FrameRate } from '../cue.ts'
import { languageOf, type SubtitleLanguage } from '../profiles/languages.ts'
import type { Profile } from '../profiles/profile.ts'
import { keepsName, unsupportedCharacters } from './glyphs.ts'
import type { Misspelled } from '../spelling/misspelled.ts'
import { buildTermIndex, type Term, type TermIndex } from './term-index.ts'

export const TRACK_KINDS = ['subtitles', 'graphics'] as const
export type TrackKind = (typeof TRACK_KINDS)[number]

export type CheckOptions = {
  profile: Profile
  /** Of the subtitles: a code or a tag. */
  language: string
  rate: FrameRate
  kind: TrackKind
  /** Shot changes, in milliseconds. */
  cuts?: readonly number[]
  /** In milliseconds. Null while it is unknown. */
  filmDuration?: number | null
  /** Of the project, like the glossary and the dates. A name without a target stays as it is. */
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
  nominalRate: number
  /** Frame numbers of the shot changes, ascending. */
  cuts: readonly number[]
  /** In milliseconds. Null while it is unknown. */
  filmDuration: number | null
  /** A character that subtitles in this language cannot contain. */
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
  language: tag,
  rate,
  cuts = [],
  filmDuration = null,
  names = [],
  glossary = [],
  dates = [],
  misspelled = new Map(),
}: CheckOptions): CheckContext {
  const language = languageOf(tag)
  return {
    profile,
    language,
    rate,
    nominalRate: Math.round(rate.num / rate.den),
    cuts: cuts.map((cut) => msToFrame(cut, rate)).toSorted((one, other) => one - other),
    filmDuration,
    unsupported: unsupportedCharacters(profile.style, language),
    misspelled,
    months:
      profile.limits.spelledNumbers === undefined || language.locale === undefined
        ? new Set()
        : monthNames(language.locale),
    termIndex: buildTermIndex([
      ...names
        .filter(({ source, target }) => target !== undefined || keepsName(source, language))
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
