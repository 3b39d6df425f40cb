import { READABLE_FORMAT_NAMES, type ReadableFormatName } from './format.ts'

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
  sbv: ['sbv'],
  microdvd: ['sub'],
  sami: ['smi', 'sami'],
  mcc: ['mcc'],
}

/** By the extension. Several formats are XML: the first element decides if there are bytes. */
export function detectFormat(fileName: string, bytes?: Uint8Array): ReadableFormatName | undefined {
  const extension = fileName.split('.').at(-1)!.toLowerCase()
  if (extension === 'xml' && bytes) {
    const head = new TextDecoder().decode(bytes.subarray(0, MAX_XML_HEAD))
    return /<(?:\w{1,20}:)?tt[\s>]/.test(head) ? 'ttml' : 'dcp'
  }
  return READABLE_FORMAT_NAMES.find((name) => FORMAT_EXTENSIONS[name].includes(extension))
}

/** The declaration and a comment may precede the first element. */
const MAX_XML_HEAD = 4_096
