import type { SubtitleLanguage } from '../profiles/languages.ts'
import type { ProfileStyle } from '../profiles/profile.ts'

/**
 * Never valid in a subtitle: controls, private use, unassigned, direction overrides, invisible
 * characters.
 */
const NEVER = String.raw`\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd\u00ad\u200b\u2028\u2029\u202d\u202e\ufeff`
/** Joiners are used in Arabic and Indic scripts, and in emoji. */
const JOINERS = String.raw`\u200c\u200d`
const EMOJI = String.raw`\p{Emoji_Presentation}\ufe0f`

/** Matches a character that subtitles in this language cannot contain. */
export function unsupportedCharacters(
  { glyphs, emoji }: Pick<ProfileStyle, 'glyphs' | 'emoji'>,
  { locale, scripts }: SubtitleLanguage,
): RegExp {
  if (glyphs !== null) return new RegExp(`[^${glyphs}]`, 'u')
  const isLatin = locale !== undefined && !scripts
  const junk = `[${NEVER}${emoji ? '' : EMOJI}${isLatin && !emoji ? JOINERS : ''}]`
  if (locale === undefined) return new RegExp(junk, 'u')
  return new RegExp(`${junk}|[^${classOf(['Latin', ...(scripts ?? [])])}]`, 'u')
}

/**
 * Whether the language is written with the letters of the name. Then subtitles keep the name; with
 * other letters they transcribe it: Anna is Анна in Russian and アンナ in Japanese.
 */
export const keepsName = (
  name: string,
  { locale, scripts = ['Latin'] }: Pick<SubtitleLanguage, 'locale' | 'scripts'>,
): boolean => locale !== undefined && !new RegExp(`[^\\P{L}${classOf(scripts)}]`, 'u').test(name)

const classOf = (scripts: readonly string[]) =>
  ['Common', 'Inherited', ...scripts].map((script) => `\\p{Script=${script}}`).join('')

/** Invisible characters that can be removed safely. */
export const REMOVABLE = /[\u00ad\u200b\ufeff]/g

export const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
