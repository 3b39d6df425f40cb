// Advanced SubStation Alpha and its predecessor SSA, read as libass reads them. Only text, b, i, u
// and the position are kept.
import { isRightToLeft } from '../languages.ts'
import type { Format } from './format.ts'
import { readTextFile, writeResult } from './results.ts'
import { readScript } from './ass/read.ts'
import { writeAssScript } from './ass/script.ts'

export const ass: Format = {
  name: 'ass',
  title: 'ASS',
  mime: 'text/x-ssa',
  read: (bytes, { language }) => readTextFile(bytes, language, readScript),
  write: (cues, { title, language }) =>
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
}
