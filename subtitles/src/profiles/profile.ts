import type { Limits } from '../checks/limits.ts'
import type { RuleId, Severity } from '../checks/rule-ids.ts'

/** Which of two speakers gets a dash, and whether a space follows it. */
export type DashStyle = { rows: 'both' | 'second'; space: boolean }

export type ProfileStyle = {
  /**
   * `wide`: full-width characters count as one, half-width as a half. `korean`: Latin letters,
   * spaces and punctuation also count as a half.
   */
  counting: 'graphemes' | 'wide' | 'korean'
  /** Whether spaces count towards the reading speed. */
  spacesCount: boolean
  dash: DashStyle | null
  italics: boolean
  /** `italics`: neither bold nor underlined text, and no colours. */
  styles: 'all' | 'italics'
  /** `top-bottom`: in the centre of the top or the bottom. */
  positions: 'all' | 'top-bottom'
  ellipsis: '…' | '...'
  emoji: boolean
  /**
   * The allowed characters, as the inside of a character class. Null allows every character of the
   * language.
   */
  glyphs: string | null
  /** How sounds are written: [laughs]. Null allows both kinds of brackets. */
  soundBrackets: '[' | null
  /** How lyrics are marked. */
  lyrics: 'notes' | 'italics' | null
}

/** What a profile changes. */
export type RuleOverrides = {
  limits?: Limits
  style?: Partial<ProfileStyle>
  severities?: Partial<Record<RuleId, Severity>>
}
export type RuleSet = RuleOverrides & {
  title: string
  languages?: Readonly<Record<string, RuleOverrides>>
}

/** The effective rules for one language. */
export type Profile = {
  name: string
  title: string
  language: string
  limits: Limits
  style: ProfileStyle
  severities: Readonly<Record<RuleId, Severity>>
}
