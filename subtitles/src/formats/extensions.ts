import { READABLE_FORMAT_NAMES, type ReadableFormatName } from './format.ts'
import { isPac } from './pac.ts'

/** Of file names. The first is that of written files. */
export const FORMAT_EXTENSIONS: Record<ReadableFormatName, readonly [string, ...string[]]> = {
  srt: ['srt'],
  vtt: ['vtt'],
  ttml: ['ttml', 'dfxp', 'itt'],
  stl: ['stl'],
  scc: ['scc'],
  ass: ['ass', 'ssa'],
  dcp: ['xml'],
  csv: ['csv'],
  xlsx: ['xlsx'],
  xliff: ['xlf', 'xliff'],
  xliff12: ['xlf'],
  sbv: ['sbv'],
  microdvd: ['sub'],
  sami: ['smi', 'sami'],
  mcc: ['mcc'],
  spruce: ['stl'],
  pac: ['pac'],
}

/** By the content, and by the extension if that says nothing. */
export function detectFormat(fileName: string, bytes?: Uint8Array): ReadableFormatName | undefined {
  const extension = fileName.split('.').at(-1)!.toLowerCase()
  const named = READABLE_FORMAT_NAMES.find((name) => FORMAT_EXTENSIONS[name].includes(extension))
  const content = bytes && detectContent(bytes)
  // A table without headings may look like Spruce STL.
  return content === 'spruce' && named === 'csv' ? named : (content ?? named)
}

/** A declaration, a comment or a header may come first. */
const MAX_HEAD = 8_192

/** What only files of this format have. The first sign in a file decides. */
const SIGNS: readonly (readonly [ReadableFormatName, RegExp])[] = [
  ['vtt', /^WEBVTT(?:\s|$)/i],
  ['scc', /^Scenarist_SCC V\d/],
  ['mcc', /^File Format=MacCaption_MCC/],
  ['ass', /^[ \t]{0,40}\[(?:Script Info|V4\+? Styles|Events)\]|^Dialogue:/im],
  ['microdvd', /^[ \t]{0,40}\{\d{1,8}\}\{\d{0,8}\}/m],
  [
    'spruce',
    /^[ \t]{0,40}\$(?:FontName|HorzAlign|VertAlign|Bold|Italic|XOffset)\b|^[ \t]{0,40}\d{1,2}:\d{2}:\d{2}[:;.]\d{2}[ \t]{0,8},[ \t]{0,8}\d{1,2}:\d{2}:\d{2}[:;.]\d{2}[ \t]{0,8},(?!\s{0,8}")/im,
  ],
  ['sbv', /^[ \t]{0,40}\[\d{1,2}:\d{2}:\d{2}\][ \t\r]{0,40}$/m],
  ['sbv', /^[ \t]{0,40}\d{1,2}:\d{2}:\d{2}\.\d{2,3},\d{1,2}:\d{2}:\d{2}\.\d{2,3}[ \t\r]{0,40}$/m],
  ['srt', /^[ \t]{0,40}-?\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,3}\s{0,40}(?:-{1,3}\s?>|→)\s{0,40}\d/m],
]

/** Of documents, by their first element. */
const ELEMENTS: readonly (readonly [ReadableFormatName, RegExp])[] = [
  ['ttml', /<(?:\w{1,20}:)?tt[\s>]/],
  ['dcp', /<(?:\w{1,20}:)?(?:SubtitleReel|DCSubtitle)[\s>]/],
  ['xliff', /<(?:\w{1,20}:)?xliff[\s>]/],
  ['sami', /<sami[\s>]|<sync\s+start/i],
]

/** Undefined for tables, which have no sign of their own. */
export function detectContent(bytes: Uint8Array): ReadableFormatName | undefined {
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'xlsx'
  if (isPac(bytes)) return 'pac'
  if (/^STL\d\d\.\d\d$/.test(latin(bytes.subarray(3, 11)))) return 'stl'
  const head = latin(bytes.subarray(0, MAX_HEAD))
    .replaceAll('\0', '')
    .replace(BYTE_ORDER_MARK, '')
    .trimStart()
  if (head.startsWith('<')) return ELEMENTS.find(([, sign]) => sign.test(head))?.[0]
  const signs = SIGNS.map(([name, sign]) => ({ name, at: head.search(sign) }))
  return signs.filter(({ at }) => at >= 0).toSorted((one, other) => one.at - other.at)[0]?.name
}

/** The signs are ASCII, in UTF-16 with zeros between them. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/
const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const startsWith = (bytes: Uint8Array, sign: string) =>
  latin(bytes.subarray(0, sign.length)) === sign
