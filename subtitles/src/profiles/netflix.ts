// The numbers of the public Netflix Timed Text Style Guides.
import type { RuleId, Severity } from '../checks/rule-ids.ts'
import { LANGUAGES } from './languages.ts'
import type { DashStyle, RuleSet, RuleOverrides } from './profile.ts'

type Audience = 'adults' | 'children' | 'sdh' | 'sdhChildren'
type Speeds = Readonly<Record<Audience, number>>

const DEFAULT_SPEEDS: Speeds = { adults: 17, children: 13, sdh: 20, sdhChildren: 17 }
const SPEEDS: Readonly<Record<string, Speeds>> = {
  ara: { adults: 20, children: 17, sdh: 23, sdhChildren: 20 },
  eng: { adults: 20, children: 17, sdh: 20, sdhChildren: 17 },
  hin: { adults: 22, children: 18, sdh: 25, sdhChildren: 20 },
  jpn: { adults: 4, children: 4, sdh: 7, sdhChildren: 7 },
  kor: { adults: 12, children: 9, sdh: 14, sdhChildren: 11 },
  zho: { adults: 9, children: 7, sdh: 11, sdhChildren: 9 },
}
const LINE_LENGTH = 42
const LINE_LENGTHS: Readonly<Record<string, number>> = { jpn: 13, kor: 16, tha: 35, zho: 16 }
const DASHES: readonly (DashStyle & { languages: string })[] = [
  {
    rows: 'both',
    space: true,
    languages: 'ara ces fra hun ind ita kor msa pol por ron rus slk spa tha vie',
  },
  { rows: 'second', space: false, languages: 'fin heb nld srp' },
  { rows: 'second', space: true, languages: 'bul' },
]
const WITHOUT_ITALICS = 'ara heb hin kor tha zho'
/** Up to which number the guide asks for words. */
const SPELLED_NUMBERS: Readonly<Record<string, number>> = {
  eng: 10,
  fra: 10,
  ita: 10,
  por: 10,
  spa: 10,
  deu: 12,
}
/** Japanese marks two speakers without dashes, has vertical text, and short gaps stay open. */
const EXCEPTIONS: Readonly<Record<string, RuleOverrides>> = {
  jpn: {
    limits: { minDuration: 500 },
    style: { dash: null, positions: 'all' },
    severities: { 'GAP-bridge': 'off' },
  },
}

export const netflix = forAudience('adults', 'Netflix')
export const netflixChildren = forAudience('children', 'Netflix, for children')
export const netflixSdh = forAudience('sdh', 'Netflix, for the deaf and hard of hearing')
export const netflixSdhChildren = forAudience('sdhChildren', 'Netflix, for deaf children')

/**
 * Trailers match the wording of the dub and are not condensed, so reading speed is only a warning.
 */
export const marketing: RuleSet = {
  ...forAudience('adults', 'Trailers and marketing'),
  style: { ...netflix.style, styles: 'all', positions: 'all' },
  severities: {
    ...strict(),
    CPS: 'warning',
    GLYPH: 'warning',
    ITALIC: 'warning',
    'FPS-grid': 'off',
  },
}

function forAudience(audience: Audience, title: string): RuleSet {
  return {
    title,
    limits: {
      minDuration: 833,
      maxDuration: 7000,
      minGap: 2,
      bridgeGap: 500,
      charactersPerSecond: DEFAULT_SPEEDS[audience],
      charactersPerLine: LINE_LENGTH,
      lines: 2,
      cutWindow: 500,
      cutClose: 300,
      cutGap: 2,
    },
    style: {
      dash: { rows: 'both', space: false },
      styles: 'italics',
      positions: 'top-bottom',
      lyrics: audience.startsWith('sdh') ? 'notes' : 'italics',
      ...(audience.startsWith('sdh') && { soundBrackets: '[' as const }),
    },
    severities: strict(),
    languages: Object.fromEntries(
      Object.keys(LANGUAGES).map((code) => [code, inLanguage(code, audience)]),
    ),
  }
}

function strict(): Partial<Record<RuleId, Severity>> {
  return {
    'FPS-grid': 'warning',
    BREAK: 'warning',
    GLYPH: 'error',
    ITALIC: 'error',
    CONT: 'warning',
    FORCED: 'warning',
  }
}

function inLanguage(code: string, audience: Audience): RuleOverrides {
  const [dash, other] = [
    DASHES.find(({ languages }) => languages.split(' ').includes(code)),
    EXCEPTIONS[code],
  ]
  return {
    limits: {
      charactersPerSecond: (SPEEDS[code] ?? DEFAULT_SPEEDS)[audience],
      charactersPerLine: LINE_LENGTHS[code] ?? LINE_LENGTH,
      ...(SPELLED_NUMBERS[code] && { spelledNumbers: SPELLED_NUMBERS[code] }),
      ...other?.limits,
    },
    style: {
      ...(dash && { dash: { rows: dash.rows, space: dash.space } }),
      italics: !WITHOUT_ITALICS.split(' ').includes(code),
      ...other?.style,
    },
    severities: other?.severities ?? {},
  }
}
