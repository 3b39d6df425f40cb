import type { Limits, RuleId, Severity } from '../../contract.ts'

/** Who of two speakers in one subtitle gets a dash, and whether a space follows it. */
export type Dash = { rows: 'both' | 'second'; space: boolean }

export type Manner = {
  /**
   * `wide`: a full-width character is one and a half-width one a half. `korean`: so are Latin,
   * spaces and all punctuation.
   */
  counting: 'graphemes' | 'wide' | 'korean'
  /** Whether spaces count towards the reading speed. */
  spacesCount: boolean
  dash: Dash | null
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
export type Saying = {
  limits?: Limits
  manner?: Partial<Manner>
  severities?: Partial<Record<RuleId, Severity>>
}
export type RuleSet = Saying & { title: string; languages?: Readonly<Record<string, Saying>> }

/** Everything the checks go by, for one language. */
export type Profile = {
  name: string
  title: string
  language: string
  limits: Limits
  manner: Manner
  severities: Readonly<Record<RuleId, Severity>>
}
