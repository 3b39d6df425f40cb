import type { Format } from '../format.ts'
import { readTtml } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeTtml } from './write.ts'

export const ttml: Format = {
  name: 'ttml',
  title: 'TTML (IMSC 1.1 text)',
  mime: 'application/ttml+xml',
  read: readTtml,
  write: withValidMarkup(writeTtml),
}
