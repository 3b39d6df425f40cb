import type { RuleId, Severity } from '../checks/rule-ids.ts'
import type { ProfileStyle, RuleOverrides } from './profile.ts'

/** The defaults that every profile overrides. */
export const COMMON: Required<RuleOverrides> & {
  style: ProfileStyle
  severities: Record<RuleId, Severity>
} = {
  limits: { gridTolerance: 1, lateOut: 500 },
  style: {
    counting: 'graphemes',
    spacesCount: true,
    dash: null,
    italics: true,
    styles: 'all',
    positions: 'all',
    ellipsis: '…',
    emoji: false,
    glyphs: null,
    soundBrackets: null,
    lyrics: null,
  },
  severities: {
    ORDER: 'error',
    'FILM-end': 'error',
    OVERLAP: 'error',
    'DUR-min': 'error',
    'DUR-max': 'error',
    'GAP-min': 'error',
    'GAP-bridge': 'warning',
    'FPS-grid': 'off',
    'DF-1': 'warning',
    'CUT-in': 'warning',
    'CUT-out': 'warning',
    CPS: 'error',
    WPM: 'warning',
    CPL: 'error',
    WIDTH: 'warning',
    LINES: 'error',
    BREAK: 'off',
    BUDGET: 'error',
    TAGS: 'error',
    EMPTY: 'error',
    UNTRANSLATED: 'error',
    'SAME-AS-SOURCE': 'warning',
    SPACES: 'warning',
    GLYPH: 'warning',
    'RTL-marks': 'warning',
    PUNCT: 'warning',
    HOMOGLYPH: 'warning',
    BRACKETS: 'warning',
    ELLIPSIS: 'warning',
    DASH: 'warning',
    ITALIC: 'warning',
    STYLE: 'warning',
    CASE: 'warning',
    CONT: 'off',
    LYRIC: 'warning',
    FORCED: 'off',
    'NUM-1-10': 'warning',
    'NUM-start': 'warning',
    NAME: 'warning',
    TERM: 'warning',
    DATE: 'error',
    NUMBERS: 'warning',
    MACHINE: 'warning',
    SPELLING: 'warning',
  },
}

/**
 * Defaults for languages whose reading speed and line length never match those of Latin scripts.
 */
export const COMMON_LANGUAGES: Readonly<Record<string, RuleOverrides>> = {
  jpn: {
    limits: {
      charactersPerLine: 13,
      preferredCharactersPerLine: undefined,
      charactersPerSecond: 4,
    },
    style: { counting: 'wide' },
  },
  kor: {
    limits: {
      charactersPerLine: 16,
      preferredCharactersPerLine: undefined,
      charactersPerSecond: 12,
    },
    style: { counting: 'korean' },
  },
  zho: {
    limits: {
      charactersPerLine: 16,
      preferredCharactersPerLine: undefined,
      charactersPerSecond: 9,
    },
    style: { counting: 'wide' },
  },
}
