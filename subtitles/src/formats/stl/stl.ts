import { reducedTo } from '../features.ts'
import type { Format } from '../format.ts'
import { editingOriginal } from '../edits.ts'
import { editStl } from './edit.ts'
import { readStl } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeStl, type StlDialect } from './write.ts'

export const stlWriter = (dialect: StlDialect): Format['write'] =>
  reducedTo(
    dialect === 'open' ? ['i', 'u'] : ['colour'],
    withValidMarkup((cues, info) => writeStl(cues, info, dialect)),
  )

export const stl: Format = {
  name: 'stl',
  title: 'EBU STL',
  mime: 'application/x-ebu-stl',
  read: readStl,
  write: editingOriginal({ name: 'stl', read: readStl }, stlWriter('open'), editStl),
}
