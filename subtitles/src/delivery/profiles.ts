// What a recipient accepts: a format with its rules. A check profile (profiles/) is about reading,
// a delivery profile is about the file.
import type { FrameRate } from '../cue.ts'
import { dcpWriter } from '../formats/dcp/dcp.ts'
import type { Feature } from '../formats/features.ts'
import type { Format, FormatName } from '../formats/format.ts'
import { FORMATS } from '../formats/formats.ts'
import { NTSC } from '../formats/frames.ts'
import { stlWriter } from '../formats/stl/stl.ts'
import { EBU_TT_D, IMSC, ITT, TTML1 } from '../formats/ttml/dialects.ts'
import { ttmlWriter } from '../formats/ttml/ttml.ts'
import type { ProfileName } from '../profiles/names.ts'
import { DELIVERY_NAMES, DELIVERY_TITLES, type DeliveryName } from './names.ts'

export type DeliveryProfile = {
  name: DeliveryName
  title: string
  format: FormatName
  extension: string
  write: Format['write']
  /** The styling that the recipient allows, which may be less than the format has. */
  allows: readonly Feature[]
  maxRows: number
  /** Characters in a row, or the check profile that has them for each language. */
  maxCharacters: number | ProfileName | null
  alignments: readonly ('top' | 'middle' | 'bottom')[]
  /** Frame rates of the film; null for all. */
  rates: readonly FrameRate[] | null
  /** Cinemas play a film of 23.976 at 24: each frame stays, and the times follow. */
  conformsTo24?: true
  /** Languages; null for all. */
  languages: readonly string[] | null
  /** Whether two cues may be on screen at once. */
  allowsOverlap: boolean
  /** The time of the first frame, unless another is asked for. */
  offset: string | null
}

const rate = (num: number, den = 1): FrameRate => ({ num, den })
const [FILM, PAL] = [rate(24_000, 1001), rate(25)]
const TELEVISION = [FILM, rate(24), PAL, NTSC, rate(30)]
const EVERYWHERE = ['top', 'middle', 'bottom'] as const
const TOP_OR_BOTTOM = ['top', 'bottom'] as const
const FONT: readonly Feature[] = ['b', 'i', 'u']
const ANYTHING = {
  alignments: EVERYWHERE,
  rates: null,
  languages: null,
  allowsOverlap: true,
  offset: null,
  maxCharacters: null,
}

const PROFILES: Record<DeliveryName, Omit<DeliveryProfile, 'name' | 'title' | 'extension'>> = {
  'netflix-ttml': {
    ...ANYTHING,
    format: 'ttml',
    write: ttmlWriter(TTML1),
    allows: ['i', 'direction'],
    maxRows: 2,
    maxCharacters: 'netflix',
    alignments: TOP_OR_BOTTOM,
  },
  'netflix-japanese': {
    ...ANYTHING,
    format: 'ttml',
    write: ttmlWriter(IMSC),
    allows: ['i', 'em', 'tcy', 'ruby', 'vertical', 'kind'],
    maxRows: 2,
    maxCharacters: 'netflix',
    languages: ['jpn'],
  },
  itt: {
    ...ANYTHING,
    format: 'ttml',
    write: ttmlWriter(ITT),
    allows: [...FONT, 'colour', 'direction'],
    maxRows: 2,
    alignments: TOP_OR_BOTTOM,
    rates: TELEVISION,
    allowsOverlap: false,
  },
  'ebu-tt-d': {
    ...ANYTHING,
    format: 'ttml',
    write: ttmlWriter(EBU_TT_D),
    allows: [...FONT, 'colour', 'point', 'direction'],
    maxRows: 3,
    maxCharacters: 40,
  },
  'stl-teletext': {
    ...ANYTHING,
    format: 'stl',
    write: stlWriter('teletext'),
    allows: ['colour'],
    maxRows: 3,
    maxCharacters: 35,
    rates: [PAL],
    offset: '10:00:00:00',
  },
  'stl-open': {
    ...ANYTHING,
    format: 'stl',
    write: stlWriter('open'),
    allows: ['i', 'u'],
    maxRows: 3,
    maxCharacters: 'ebu',
    rates: TELEVISION,
    offset: '10:00:00:00',
  },
  'scc-broadcast': {
    ...ANYTHING,
    format: 'scc',
    write: FORMATS.scc.write,
    allows: ['i', 'u', 'colour'],
    maxRows: 4,
    maxCharacters: 32,
    rates: [NTSC],
    allowsOverlap: false,
    offset: '01:00:00;00',
  },
  'dcp-smpte': {
    ...ANYTHING,
    format: 'dcp',
    write: dcpWriter('smpte'),
    allows: [...FONT, 'em', 'colour', 'ruby', 'tcy', 'point', 'vertical', 'direction'],
    maxRows: 3,
    maxCharacters: 52,
    rates: [rate(24), PAL, rate(30), rate(48), rate(50), rate(60)],
    conformsTo24: true,
  },
  'dcp-interop': {
    ...ANYTHING,
    format: 'dcp',
    write: dcpWriter('interop'),
    allows: [...FONT, 'em', 'colour', 'ruby', 'tcy', 'point', 'vertical'],
    maxRows: 3,
    maxCharacters: 52,
    rates: [rate(24), rate(48)],
    conformsTo24: true,
  },
  youtube: {
    ...ANYTHING,
    format: 'srt',
    write: FORMATS.srt.write,
    allows: [],
    maxRows: 2,
    maxCharacters: 42,
    alignments: ['bottom'],
  },
  'plain-srt': {
    ...ANYTHING,
    format: 'srt',
    write: FORMATS.srt.write,
    allows: [],
    maxRows: 3,
    alignments: ['bottom'],
  },
  'plain-vtt': {
    ...ANYTHING,
    format: 'vtt',
    write: FORMATS.vtt.write,
    allows: [],
    maxRows: 3,
    alignments: ['bottom'],
  },
}

export const DELIVERY_PROFILES: Record<DeliveryName, DeliveryProfile> = Object.fromEntries(
  DELIVERY_NAMES.map((name) => [name, { name, ...DELIVERY_TITLES[name], ...PROFILES[name] }]),
) as Record<DeliveryName, DeliveryProfile>
