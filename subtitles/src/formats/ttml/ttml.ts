import { reducedTo } from '../features.ts'
import type { Format } from '../format.ts'
import { editingOriginal } from '../edits.ts'
import { withValidMarkup } from '../results.ts'
import { IMSC, type TtmlDialect } from './dialects.ts'
import { editDocument } from './edit.ts'
import { readTtml } from './read.ts'
import { writeTtml } from './write.ts'

export const ttmlWriter = (dialect: TtmlDialect): Format['write'] =>
  reducedTo(
    dialect.features,
    withValidMarkup((cues, info) => writeTtml(cues, info, dialect)),
  )

export const ttml: Format = {
  name: 'ttml',
  title: 'TTML (IMSC 1.1 text)',
  mime: 'application/ttml+xml',
  read: readTtml,
  write: editingOriginal({ name: 'ttml', read: readTtml }, ttmlWriter(IMSC), editDocument),
}
