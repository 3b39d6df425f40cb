import type { Limits } from '../checks/limits.ts'
import type { RuleId, Severity } from '../checks/rule-ids.ts'

/** Who of two speakers in one subtitle gets a dash, and whether a space follows it. */
export type DashStyle = { rows: 'both' | 'second'; space: boolean }

export type ProfileStyle = {
  /**
   * `wide`: a full-width character is one and a half-width one a half. `korean`: so are Latin,
   * spaces and all punctuation.
   */
  counting: 'graphemes' | 'wide' | 'korean'
  /** Whether spaces count towards the reading speed. */
  spacesCount: boolean
  dash: DashStyle | null
  italics: boolean
  ellipsis: '…' | '...'
  emoji: boolean
  /**
   * The only characters there are, as the inside of a character class; null where every letter of
   * the language is.
   */
  glyphs: string | null
}

/** What a set of rules says, as far as it says something. */
export type RuleOverrides = {
  limits?: Limits
  manner?: Partial<ProfileStyle>
  severities?: Partial<Record<RuleId, Severity>>
}
export type RuleSet = RuleOverrides & {
  title: string
  languages?: Readonly<Record<string, RuleOverrides>>
}

/** Everything the checks go by, for one language. */
export type Profile = {
  name: string
  title: string
  language: string
  limits: Limits
  manner: ProfileStyle
  severities: Readonly<Record<RuleId, Severity>>
}
