// DCP subtitles: SMPTE ST 428-7 of 2007, 2010 and 2014, and the older Interop (CineCanvas). Writes
// ST 428-7:2014.
import type { Format } from '../format.ts'
import { readDcp } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeDcp } from './write.ts'

export const dcp: Format = {
  name: 'dcp',
  title: 'DCP subtitles (SMPTE 428-7)',
  mime: 'text/xml',
  read: readDcp,
  write: withValidMarkup(writeDcp),
}
