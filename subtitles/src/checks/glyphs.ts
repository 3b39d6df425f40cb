import type { Language } from '../profiles/languages.ts'
import type { ProfileStyle } from '../profiles/profile.ts'

/**
 * Never of use in a subtitle: controls, private and unassigned characters, overrides, and what
 * cannot be seen.
 */
const NEVER = String.raw`\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd\u00ad\u200b\u2028\u2029\u202d\u202e\ufeff`
/** Joiners belong to Arabic and Indic writing, and to emoji. */
const JOINERS = String.raw`\u200c\u200d`
const EMOJI = String.raw`\p{Emoji_Presentation}\ufe0f`

/** Finds a character that has no place in subtitles of this language. */
export function unsupportedCharacters(
  { glyphs, emoji }: Pick<ProfileStyle, 'glyphs' | 'emoji'>,
  { scripts = [] }: Language,
): RegExp {
  if (glyphs !== null) return new RegExp(`[^${glyphs}]`, 'u')
  const junk = `[${NEVER}${emoji ? '' : EMOJI}${scripts.length === 0 && !emoji ? JOINERS : ''}]`
  if (scripts.includes('Unknown')) return new RegExp(junk, 'u')
  return new RegExp(
    `${junk}|[^${['Latin', 'Common', 'Inherited', ...scripts].map((script) => `\\p{Script=${script}}`).join('')}]`,
    'u',
  )
}

/** What can be dropped, since nobody would miss it. */
export const REMOVABLE = /[\u00ad\u200b\ufeff]/g

export const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
