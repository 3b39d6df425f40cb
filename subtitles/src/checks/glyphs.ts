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
  { scripts = [] }: SubtitleLanguage,
): RegExp {
  if (glyphs !== null) return new RegExp(`[^${glyphs}]`, 'u')
  const junk = `[${NEVER}${emoji ? '' : EMOJI}${scripts.length === 0 && !emoji ? JOINERS : ''}]`
  if (scripts.includes('Unknown')) return new RegExp(junk, 'u')
  const allowed = ['Latin', 'Common', 'Inherited', ...scripts]
    .map((script) => `\\p{Script=${script}}`)
    .join('')
  return new RegExp(`${junk}|[^${allowed}]`, 'u')
}

/** Invisible characters that can be removed safely. */
export const REMOVABLE = /[\u00ad\u200b\ufeff]/g

export const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
