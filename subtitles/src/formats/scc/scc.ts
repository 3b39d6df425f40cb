import { reducedTo } from '../features.ts'
import type { Format } from '../format.ts'
import { keepingOriginal } from '../original.ts'
import { createReport } from '../report.ts'
import { readScc } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeScc } from './lines.ts'

export const scc: Format = {
  name: 'scc',
  title: 'Scenarist SCC (CEA-608)',
  mime: 'text/x-scc',
  read: (bytes, options) => readScc(bytes, createReport(options)),
  write: keepingOriginal('scc', reducedTo(['i', 'u', 'colour'], withValidMarkup(writeScc))),
}
