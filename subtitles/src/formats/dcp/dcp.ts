// DCP subtitles: SMPTE ST 428-7 of 2007, 2010 and 2014, and the older Interop (CineCanvas). Writes
// ST 428-7:2014.
import { reducedTo, type Feature } from '../features.ts'
import type { Format } from '../format.ts'
import { keepingOriginal } from '../original.ts'
import { readDcp } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeDcp, type DcpDialect } from './write.ts'

const FEATURES: readonly Feature[] = [
  'b',
  'i',
  'u',
  'em',
  'colour',
  'ruby',
  'tcy',
  'point',
  'vertical',
]

export const dcpWriter = (dialect: DcpDialect): Format['write'] =>
  reducedTo(
    dialect === 'smpte' ? [...FEATURES, 'direction'] : FEATURES,
    withValidMarkup((cues, info) => writeDcp(cues, info, dialect)),
  )

export const dcp: Format = {
  name: 'dcp',
  title: 'DCP subtitles (SMPTE 428-7)',
  mime: 'text/xml',
  read: readDcp,
  write: keepingOriginal('dcp', dcpWriter('smpte')),
}
