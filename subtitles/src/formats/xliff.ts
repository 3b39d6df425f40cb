// XLIFF 2.1 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/) and 1.2, for translation tools. A cue
// is a unit; its times are metadata, which every tool has to keep.
import { ALL_FEATURES, reducedTo } from './features.ts'
import type { Format } from './format.ts'
import { writeResult } from './results.ts'
import { readDocument } from './xml-repair.ts'
import { readXliff } from './xliff/read.ts'
import { writeXliff, writeXliff1 } from './xliff/write.ts'

const read: Format['read'] = (bytes, options) =>
  readDocument(bytes, options, {
    dialect: { neverNested: ['unit', 'trans-unit'] },
    read: (document, startReport) => readXliff(document, options.rate, startReport()),
  })
const writer = (write: typeof writeXliff) =>
  reducedTo(
    ALL_FEATURES.filter((feature) => feature !== 'ruby'),
    (cues, about) => writeResult(cues, () => write(cues, about)),
  )

export const xliff: Format = {
  name: 'xliff',
  title: 'XLIFF',
  mime: 'application/xliff+xml',
  read,
  write: writer(writeXliff),
}

/** Read in the same way: the version is in the file. */
export const xliff12: Format = {
  name: 'xliff12',
  title: 'XLIFF 1.2',
  mime: 'application/x-xliff+xml',
  read,
  write: writer(writeXliff1),
}
