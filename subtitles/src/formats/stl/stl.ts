import { reducedTo } from '../features.ts'
import type { Format } from '../format.ts'
import { keepingOriginal } from '../original.ts'
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
  write: keepingOriginal('stl', stlWriter('open')),
}
