// Profiles of broadcasters and other clients. They contain only numbers that are published.
import type { RuleSet } from './profile.ts'

/** The line 21 character set: basic, special and extended. */
const LINE_21 =
  ' !"#$%&\'()*+,\\-./0-9:;<=>?@A-Z\\[\\]a-záéíóúç÷Ññ█®°½¿™¢£♪àèâêîôûÁÉÓÚÜü‘¡’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»ÃãÍÌìÒòÕõ\\{\\}\\\\^_¦~ÄäÖöß¥¤│ÅåØø┌┐└┘'

export const bbc: RuleSet = {
  title: 'BBC',
  limits: {
    wordsPerMinute: 180,
    preferredCharactersPerLine: 37,
    charactersPerLine: 40,
    lines: 2,
    width: 68,
    letterHeight: 6.5,
    pictureAspect: 1.778,
    cutWindow: 500,
    cutClose: 500,
    cutGap: 0,
  },
  severities: { LINES: 'warning' },
}
export const bbcVertical: RuleSet = {
  title: 'BBC, upright picture',
  limits: {
    wordsPerMinute: 180,
    preferredCharactersPerLine: 25,
    charactersPerLine: 29,
    lines: 2,
    cutWindow: 500,
    cutClose: 500,
    cutGap: 0,
  },
  severities: { LINES: 'warning' },
}
export const ebu: RuleSet = {
  title: 'EBU STL and teletext',
  limits: { preferredCharactersPerLine: 37, charactersPerLine: 40, lines: 2 },
  style: { ellipsis: '...' },
  severities: { 'FPS-grid': 'warning', GLYPH: 'error' },
}
export const cea608: RuleSet = {
  title: 'CEA-608 captions',
  limits: { charactersPerLine: 32, lines: 4 },
  style: { ellipsis: '...', glyphs: LINE_21 },
  severities: { 'FPS-grid': 'warning', GLYPH: 'error' },
}
export const amara: RuleSet = {
  title: 'Amara',
  limits: {
    minDuration: 700,
    maxDuration: 7000,
    charactersPerSecond: 25,
    charactersPerLine: 42,
    lines: 2,
  },
}
export const amazon: RuleSet = {
  title: 'Amazon',
  limits: {
    minDuration: 1000,
    maxDuration: 7000,
    minGap: 2,
    charactersPerSecond: 17,
    charactersPerLine: 42,
    lines: 2,
  },
  languages: { ara: { limits: { charactersPerSecond: 20 } } },
}
export const arte: RuleSet = {
  title: 'ARTE',
  limits: {
    minDuration: 1000,
    maxDuration: 10_000,
    minGap: 5,
    charactersPerSecond: 20,
    charactersPerLine: 40,
    lines: 2,
  },
}
export const dutch: RuleSet = {
  title: 'Dutch broadcast',
  limits: {
    minDuration: 1400,
    maxDuration: 7000,
    minGap: 3,
    charactersPerSecond: 15,
    charactersPerLine: 42,
    lines: 2,
  },
}
export const danish: RuleSet = {
  title: 'Danish broadcast',
  limits: {
    minDuration: 2000,
    maxDuration: 8000,
    minGap: 3,
    charactersPerSecond: 15,
    charactersPerLine: 40,
    lines: 2,
  },
}
export const sdi: RuleSet = {
  title: 'SDI, Dutch',
  limits: {
    minDuration: 1320,
    maxDuration: 7000,
    minGap: 4,
    charactersPerSecond: 18.75,
    charactersPerLine: 37,
    lines: 2,
  },
}
export const sw2: RuleSet = {
  title: 'SW2, French',
  limits: {
    minDuration: 800,
    maxDuration: 5000,
    minGap: 3,
    charactersPerSecond: 25,
    charactersPerLine: 40,
    lines: 2,
  },
}
export const vertical: RuleSet = {
  title: 'Short upright film',
  limits: {
    minDuration: 700,
    maxDuration: 5000,
    charactersPerSecond: 25,
    charactersPerLine: 24,
    lines: 2,
  },
  style: { emoji: true },
}
