// The General Subtitle Information (GSI) block: 1024 bytes of fixed fields (EBU Tech 3264, 4.1).
import type { FrameRate } from '../../cue.ts'
import { NTSC } from '../frames.ts'
import { nominalRate } from '../../smpte.ts'

export const HEADER_BYTES = 1024
export const BLOCK_BYTES = 128
/** Offset and length of each field. */
export const FIELDS = {
  codePage: [0, 3],
  diskFormat: [3, 8],
  displayStandard: [11, 1],
  codeTable: [12, 2],
  language: [14, 2],
  title: [16, 32],
  episode: [48, 32],
  translatedTitle: [80, 32],
  created: [224, 6],
  revised: [230, 6],
  revision: [236, 2],
  blocks: [238, 5],
  subtitles: [243, 5],
  groups: [248, 3],
  columns: [251, 2],
  rows: [253, 2],
  timeStatus: [255, 1],
  startOfProgramme: [256, 8],
  firstCue: [264, 8],
  disks: [272, 1],
  disk: [273, 1],
  country: [274, 3],
} as const
export type HeaderField = keyof typeof FIELDS

/**
 * Frame rates by the number in the disk format code. Files at 23.976 say 24, files at 29.97 say 30.
 */
const RATES: Record<string, FrameRate> = {
  23: { num: 24_000, den: 1001 },
  24: { num: 24, den: 1 },
  25: { num: 25, den: 1 },
  29: NTSC,
  30: NTSC,
  50: { num: 50, den: 1 },
  60: { num: 60_000, den: 1001 },
}

export const readField = (bytes: Uint8Array, name: HeaderField): string => {
  const [at, length] = FIELDS[name]
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

/**
 * The rate of a disk format code. The known rate of the film wins if both have the same nominal
 * rate.
 */
export function parseDiskFormat(diskFormat: string, film: FrameRate): FrameRate | undefined {
  const rate = RATES[/^STL([0-9]{2})\.[0-9]{2}$/.exec(diskFormat)?.[1] ?? '']
  return rate && nominalRate(film) === nominalRate(rate) ? film : rate
}

/** The code for this rate, if there is one. */
export function diskFormatCode(rate: FrameRate): string | undefined {
  const perSecond = nominalRate(rate)
  return [24, 25, 30, 50, 60].includes(perSecond) ? `STL${perSecond}.01` : undefined
}

/** Language codes of Tech 3264, appendix 3; 00 is unknown. */
const LANGUAGES =
  'sqi bre cat hrv cym ces dan deu eng spa epo est eus fao fra fry gle gla glg isl ita sme lat lav ltz lit hun mlt nld nor oci pol por ron roh srp slk slv fin swe tur vls wln'.split(
    ' ',
  )
const OTHER_LANGUAGES =
  'zul vie uzb urd ukr tha tel tat tam tgk swa srn som sin sna hbs rue rus que pus pan fas pap ori nep nde mar ron msa mlg mkd lao kor khm kaz kan jpn ind hin heb hau grn guj ell kat ful prs chv zho mya bul ben bel bam aze asm hye ara amh'.split(
    ' ',
  )
export function languageCode(language: string): string {
  const [near, far] = [LANGUAGES.indexOf(language) + 1, OTHER_LANGUAGES.indexOf(language)]
  return (near || (far < 0 ? 0 : 0x45 + far)).toString(16).toUpperCase().padStart(2, '0')
}
