// The kinds of TTML that are written. They differ in their root element, their times and in what
// they allow.
import { formatTimecode, msToFrame, type FrameRate } from '../../cue.ts'
import { formatSmpte } from '../../smpte.ts'
import { writeElement } from '../../xml/write.ts'
import { ALL_FEATURES, LIST_FEATURES, type Feature } from '../features.ts'
import type { FileInfo } from '../format.ts'
import { IMSC_STYLING } from './metadata.ts'

export type TtmlDialect = {
  features: readonly Feature[]
  rootAttributes: (info: FileInfo) => Record<string, string>
  formatTime: (milliseconds: number, info: FileInfo) => string
  textStyle: Record<string, string>
  bodyStyle?: string
  paragraphStyle: readonly string[]
  /** The style of all text, if each text must be in a span. */
  spanStyle?: Record<string, string>
  needsIds: boolean
  /** The title is escaped. */
  metadata: (title: string) => string
}

const clockTime = (milliseconds: number) => formatTimecode(milliseconds).replace(',', '.')
const titleOf = (title: string) => writeElement('ttm:title', {}, title)
const TEXT_STYLE = {
  'tts:fontFamily': 'proportionalSansSerif',
  'tts:fontSize': '80%',
  'tts:lineHeight': '125%',
  'tts:color': 'white',
}
const BASE = {
  formatTime: clockTime,
  textStyle: TEXT_STYLE,
  bodyStyle: 'text',
  paragraphStyle: [],
  needsIds: false,
  metadata: titleOf,
} satisfies Partial<TtmlDialect>

/** IMSC 1.1 text profile, which has everything. */
export const IMSC: TtmlDialect = {
  ...BASE,
  features: ALL_FEATURES.filter((feature) => !LIST_FEATURES.some((field) => field === feature)),
  rootAttributes: ({ rate }) => ({
    'ttp:contentProfiles': 'http://www.w3.org/ns/ttml/profile/imsc1.1/text',
    'ttp:timeBase': 'media',
    ...frameRateAttributes(rate),
  }),
}

/** TTML 1 of the presentation profile: no ruby, and none of the other styles of TTML 2. */
export const TTML1: TtmlDialect = {
  ...BASE,
  features: ['b', 'i', 'u', 'colour', 'point', 'direction', 'speaker'],
  textStyle: { ...TEXT_STYLE, 'tts:fontSize': '100%', 'tts:lineHeight': 'normal' },
  rootAttributes: ({ rate }) => ({
    'ttp:profile': 'http://www.w3.org/ns/ttml/profile/dfxp-presentation',
    'ttp:timeBase': 'media',
    ...frameRateAttributes(rate),
  }),
}

/** iTunes Timed Text counts in frames, and has the regions top and bottom only. */
export const ITT: TtmlDialect = {
  ...BASE,
  features: ['b', 'i', 'u', 'colour', 'direction'],
  textStyle: {
    'tts:fontFamily': 'sansSerif',
    'tts:fontSize': '100%',
    'tts:fontWeight': 'normal',
    'tts:fontStyle': 'normal',
    'tts:color': 'white',
  },
  rootAttributes: ({ rate }) => ({
    'ttp:timeBase': 'smpte',
    'ttp:dropMode': 'nonDrop',
    ...frameRateAttributes(rate, true),
  }),
  formatTime: (milliseconds, { rate }) =>
    formatSmpte(msToFrame(milliseconds, rate), { rate, drop: false }),
}

/**
 * EBU-TT-D (Tech 3380): media time in milliseconds, and styles by reference only. A letter is as high
 * as a cell, so that 37 characters take two thirds of the picture; the background is that of the text
 * and not of the paragraph, as the guidelines of the BBC ask for.
 */
export const EBU_TT_D: TtmlDialect = {
  features: ['b', 'i', 'u', 'colour', 'point', 'direction'],
  rootAttributes: () => ({
    'xmlns:ebuttm': 'urn:ebu:tt:metadata',
    'xmlns:ebutts': 'urn:ebu:tt:style',
    'xmlns:itts': IMSC_STYLING,
    'ttp:timeBase': 'media',
    'ttp:cellResolution': '32 15',
  }),
  formatTime: clockTime,
  textStyle: {
    'tts:fontFamily': 'ReithSans, Arial, Roboto, proportionalSansSerif, default',
    'tts:fontSize': '100%',
    'tts:lineHeight': '120%',
    'ebutts:linePadding': '0.5c',
    'itts:fillLineGap': 'true',
  },
  spanStyle: { 'tts:color': '#ffffff', 'tts:backgroundColor': '#000000' },
  paragraphStyle: ['text'],
  needsIds: true,
  metadata: () =>
    writeElement(
      'ebuttm:documentMetadata',
      {},
      writeElement('ebuttm:conformsToStandard', {}, 'urn:ebu:tt:distribution:2018-04'),
    ),
}

function frameRateAttributes({ num, den }: FrameRate, isAlwaysStated = false) {
  const whole = Math.round(num / den)
  let [left, right] = [num, den * whole]
  while (right) [left, right] = [right, left % right]
  return {
    'ttp:frameRate': String(whole),
    ...(num === den * whole && !isAlwaysStated
      ? {}
      : { 'ttp:frameRateMultiplier': `${num / left} ${(den * whole) / left}` }),
  }
}
