// The delivery limits of each use, with the document that each limit comes from.

/** A property of the territory. */
export type TelevisionStandard = 'PAL' | 'NTSC'
export type Raster = readonly [width: number, height: number]

/**
 * Frames per second, as rationals. Interlaced files declare either the frame rate or the field
 * rate, so both are accepted.
 */
export const BROADCAST_RATES: Record<TelevisionStandard, readonly string[]> = {
  PAL: ['25/1', '50/1'],
  NTSC: ['30000/1001', '60000/1001'],
}
export const FILM_RATES: readonly string[] = ['24000/1001', '24/1']
/** SMPTE ST 428-11 and ST 429-13: projectors play integer rates only. */
export const CINEMA_RATES: readonly string[] = ['24/1', '25/1', '30/1', '48/1', '50/1', '60/1']

const SD: Record<TelevisionStandard, readonly Raster[]> = {
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

type RasterRule = { pattern: RegExp; rasters: (standard: TelevisionStandard) => readonly Raster[] }
/**
 * Matched against the detail of an order; the first match counts. DCP rasters: DCI Digital Cinema
 * System Specification 1.4, 3.2.
 */
const RASTERS: readonly RasterRule[] = [
  { pattern: /square 1080/, rasters: () => [[1080, 1080]] },
  { pattern: /vertical 1920/, rasters: () => [[1080, 1920]] },
  { pattern: /vertical 1280/, rasters: () => [[720, 1280]] },
  { pattern: /\bflat\b/, rasters: () => FLAT },
  { pattern: /\bscope\b/, rasters: () => SCOPE },
  { pattern: /\bcombo\b/, rasters: () => [...FLAT, ...SCOPE] },
  { pattern: /\bfull container\b/, rasters: () => CONTAINER },
  { pattern: /\bsd\b|\b(576|480)[ip]/, rasters: (standard) => SD[standard] },
  { pattern: /\buhd\b|\b2160[ip]/, rasters: () => [[3840, 2160]] },
  { pattern: /\bhd\b|\b1080[ip]/, rasters: () => [[1920, 1080]] },
  { pattern: /\b720p/, rasters: () => [[1280, 720]] },
]

/** Suggested details for each use, which the patterns above match. Other text is allowed. */
export const USUAL_DETAILS: Record<string, readonly string[]> = {
  Broadcast: ['HD', 'UHD', 'SD 16:9', 'SD 4:3'],
  Online: ['1080p', '2160p', 'Square 1080p', 'Vertical 1920p'],
  Streamingfile: ['1080p', '2160p'],
  Theatrical: ['2K Flat', '2K Scope'],
  Dcp: ['2D Flat', '2D Scope', '3D Flat', '3D Scope'],
  Print: ['A1', 'A4'],
}

/** The rasters that an order accepts; undefined if it names none that we know. */
export function rastersOf(
  use: string,
  detail: string | null,
  standards: readonly TelevisionStandard[],
): readonly Raster[] | undefined {
  const text = detail?.toLowerCase()
  const entry = text === undefined ? undefined : RASTERS.find(({ pattern }) => pattern.test(text))
  if (entry) return standards.flatMap(entry.rasters)
  const size = text && /\b(\d{3,4})\s*[x×]\s*(\d{3,4})\b/.exec(text)
  if (size) return [[Number(size[1]), Number(size[2])]]
  return use === 'Dcp' ? [...FLAT, ...SCOPE, ...CONTAINER] : undefined
}

/** Whether the use rejects interlaced video. */
export const wantsProgressive = (use: string, detail: string | null) =>
  ['Online', 'Streamingfile', 'Dcp', 'Theatrical'].includes(use) ||
  /\d{3,4}p/.test(detail?.toLowerCase() ?? '')

/** LUFS (as LKFS) and dBTP. */
export type LoudnessTarget = {
  target: number
  tolerance: number
  truePeak: number
  document: string
}
const BROADCAST_LOUDNESS: Record<TelevisionStandard, LoudnessTarget> = {
  PAL: { target: -23, tolerance: 0.5, truePeak: -1, document: 'EBU R 128' },
  NTSC: { target: -24, tolerance: 2, truePeak: -2, document: 'ATSC A/85' },
}
const ONLINE_LOUDNESS: Record<string, LoudnessTarget> = {
  Online: { target: -16, tolerance: 1, truePeak: -1, document: 'AES TD1004' },
  // Players attenuate louder files and leave quieter ones unchanged.
  Streamingfile: {
    target: -14,
    tolerance: 1,
    truePeak: -1,
    document: 'the streaming services’ normalisation',
  },
}

/** Cinemas calibrate the level in the auditorium, so theatrical uses have no loudness target. */
export const loudnessOf = (
  use: string,
  standards: readonly TelevisionStandard[],
): readonly LoudnessTarget[] | undefined =>
  use === 'Broadcast'
    ? standards.map((standard) => BROADCAST_LOUDNESS[standard])
    : ONLINE_LOUDNESS[use] && [ONLINE_LOUDNESS[use]]

/** Longest black at the head or tail, and longest frozen picture, in seconds. */
export const MAX_STILL_SECONDS = 2
/** One millisecond at 48 kHz. Single samples at full scale are inaudible. */
export const MAX_CLIPPED_SAMPLES = 48
/** Allowed difference from the original: one second or this share, whichever is more. */
export const DURATION_TOLERANCE = { seconds: 1, share: 0.02 }
