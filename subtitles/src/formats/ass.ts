// Advanced SubStation Alpha and its predecessor SSA, read as libass reads them. Of the overrides,
// those for styles, colours and positions are kept.
import { isRightToLeft } from '../languages.ts'
import { reducedTo } from './features.ts'
import type { Format } from './format.ts'
import { keepingOriginal } from './original.ts'
import { readTextFile, writeResult } from './results.ts'
import { readScript } from './ass/read.ts'
import { writeAssScript } from './ass/script.ts'

export const ass: Format = {
  name: 'ass',
  title: 'ASS',
  mime: 'text/x-ssa',
  read: (bytes, { language }) => readTextFile(bytes, language, readScript),
  write: reducedTo(
    ['b', 'i', 'u', 'colour', 'point', 'speaker'],
    keepingOriginal('ass', (cues, { title, language }) =>
      writeResult(cues, () =>
        writeAssScript(cues, {
          title,
          width: 1920,
          height: 1080,
          fontName: 'Arial',
          fontSize: 60,
          marginH: 192,
          marginV: 54,
          direction: isRightToLeft(language) ? 'rtl' : 'ltr',
          box: false,
        }),
      ),
    ),
  ),
}
