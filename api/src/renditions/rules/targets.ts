// What each use of a file asks for, as numbers. All limits of delivery stand here, each with the
// document it comes from.

/** Told apart by the territory: its television standard. */
export type Standard = 'PAL' | 'NTSC'
export type Raster = readonly [width: number, height: number]

/**
 * Frames a second, as rationals. Both the frame and the field rate, since files say either of an
 * interlaced picture.
 */
export const BROADCAST_RATES: Record<Standard, readonly string[]> = {
  PAL: ['25/1', '50/1'],
  NTSC: ['30000/1001', '60000/1001'],
}
export const FILM_RATES: readonly string[] = ['24000/1001', '24/1']
/** SMPTE ST 428-11 and ST 429-13: a projector knows whole rates alone. */
export const CINEMA_RATES: readonly string[] = ['24/1', '25/1', '30/1', '48/1', '50/1', '60/1']

const SD: Record<Standard, readonly Raster[]> = {
  PAL: [[720, 576]],
  NTSC: [
    [720, 480],
    [720, 486],
  ],
}
const FLAT: readonly Raster[] = [
  [1998, 1080],
  [3996, 2160],
]
const SCOPE: readonly Raster[] = [
  [2048, 858],
  [4096, 1716],
]
const CONTAINER: readonly Raster[] = [
  [2048, 1080],
  [4096, 2160],
]

type Named = { named: RegExp; rasters: (standard: Standard) => readonly Raster[] }
/**
 * The details of an order, first match first. Rasters of a DCP: DCI Digital Cinema System
 * Specification 1.4, 3.2.
 */
const RASTERS: readonly Named[] = [
  { named: /square 1080/, rasters: () => [[1080, 1080]] },
  { named: /vertical 1920/, rasters: () => [[1080, 1920]] },
  { named: /vertical 1280/, rasters: () => [[720, 1280]] },
  { named: /\bflat\b/, rasters: () => FLAT },
  { named: /\bscope\b/, rasters: () => SCOPE },
  { named: /\bcombo\b/, rasters: () => [...FLAT, ...SCOPE] },
  { named: /\bfull container\b/, rasters: () => CONTAINER },
  { named: /\bsd\b|\b(576|480)[ip]/, rasters: (standard) => SD[standard] },
  { named: /\buhd\b|\b2160[ip]/, rasters: () => [[3840, 2160]] },
  { named: /\bhd\b|\b1080[ip]/, rasters: () => [[1920, 1080]] },
  { named: /\b720p/, rasters: () => [[1280, 720]] },
]

/**
 * What is usually ordered of each use, in words that the list above understands. Anything else can
 * be ordered in words of one's own.
 */
export const USUAL: Record<string, readonly string[]> = {
  Broadcast: ['HD', 'UHD', 'SD 16:9', 'SD 4:3'],
  Online: ['1080p', '2160p', 'Square 1080p', 'Vertical 1920p'],
  Streamingfile: ['1080p', '2160p'],
  Theatrical: ['2K Flat', '2K Scope'],
  Dcp: ['2D Flat', '2D Scope', '3D Flat', '3D Scope'],
  Print: ['A1', 'A4'],
}

/** The rasters that fit an order; undefined where it asks for none that we know. */
export function rastersOf(
  use: string,
  detail: string | null,
  standards: readonly Standard[],
): readonly Raster[] | undefined {
  const said = detail?.toLowerCase()
  const found = said === undefined ? undefined : RASTERS.find(({ named }) => named.test(said))
  if (found) return standards.flatMap(found.rasters)
  const written = said && /\b(\d{3,4})\s*[x×]\s*(\d{3,4})\b/.exec(said)
  if (written) return [[Number(written[1]), Number(written[2])]]
  return use === 'Dcp' ? [...FLAT, ...SCOPE, ...CONTAINER] : undefined
}

/** Whether half pictures are no delivery of this. */
export const wantsProgressive = (use: string, detail: string | null) =>
  ['Online', 'Streamingfile', 'Dcp', 'Theatrical'].includes(use) ||
  /\d{3,4}p/.test(detail?.toLowerCase() ?? '')

/** LUFS (as LKFS) and dBTP. */
export type Loudness = { target: number; tolerance: number; truePeak: number; document: string }
const BROADCAST_LOUDNESS: Record<Standard, Loudness> = {
  PAL: { target: -23, tolerance: 0.5, truePeak: -1, document: 'EBU R 128' },
  NTSC: { target: -24, tolerance: 2, truePeak: -2, document: 'ATSC A/85' },
}
const ONLINE_LOUDNESS: Record<string, Loudness> = {
  Online: { target: -16, tolerance: 1, truePeak: -1, document: 'AES TD1004' },
  // Players turn down what is louder than this, and leave what is softer as it is.
  Streamingfile: {
    target: -14,
    tolerance: 1,
    truePeak: -1,
    document: 'the streaming services’ normalisation',
  },
}

/**
 * Cinemas set the level in the room, so nothing is asked of theatrical files; print makes no sound.
 */
export const loudnessOf = (
  use: string,
  standards: readonly Standard[],
): readonly Loudness[] | undefined =>
  use === 'Broadcast'
    ? standards.map((standard) => BROADCAST_LOUDNESS[standard])
    : ONLINE_LOUDNESS[use] && [ONLINE_LOUDNESS[use]]

/**
 * Seconds of black at an end, or of one picture standing still, after which somebody would call.
 */
export const LONGEST_STILL = 2
/** A millisecond's worth at 48 kHz: single samples at full scale are heard by nobody. */
export const MOST_CLIPPED = 48
/** How far a version may be from the original: one second, or this share where that is more. */
export const DRIFT = { seconds: 1, share: 0.02 }
