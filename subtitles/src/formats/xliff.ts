// XLIFF 2.1 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/), for translation tools. A cue is a
// unit; its times are metadata, which every tool has to keep.
import { ALL_FEATURES, reducedTo } from './features.ts'
import type { Format } from './format.ts'
import { writeResult } from './results.ts'
import { readDocument } from './xml-repair.ts'
import { readXliff } from './xliff/read.ts'
import { writeXliff } from './xliff/write.ts'

export const xliff: Format = {
  name: 'xliff',
  title: 'XLIFF 2.1',
  mime: 'application/xliff+xml',
  read: (bytes, options) =>
    readDocument(bytes, options, {
      dialect: { neverNested: ['unit'] },
      read: (document, startReport) => readXliff(document, options.rate, startReport()),
    }),
  write: reducedTo(
    ALL_FEATURES.filter((feature) => feature !== 'ruby'),
    (cues, about) => writeResult(cues, () => writeXliff(cues, about)),
  ),
}
