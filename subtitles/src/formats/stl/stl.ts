import type { Format } from '../format.ts'
import { readStl } from './read.ts'
import { withValidMarkup } from '../results.ts'
import { writeStl } from './write.ts'

export const stl: Format = {
  name: 'stl',
  title: 'EBU STL',
  mime: 'application/x-ebu-stl',
  read: readStl,
  write: withValidMarkup(writeStl),
}
