// Advanced SubStation Alpha, and SSA before it. Read as libass reads it; kept are the words, b, i
// and u, and where they stand.
import { decode } from './encoding.ts'
import type { Format } from './format.ts'
import { linesOf, written } from './outcome.ts'
import { readScript } from './ass/read.ts'
import { assScript } from './ass/script.ts'

export const ass: Format = {
  name: 'ass',
  title: 'ASS',
  extension: 'ass',
  mime: 'text/x-ssa',
  read(bytes, { language }) {
    const decoded = decode(bytes, language)
    return decoded.ok ? readScript(linesOf(decoded.text)) : decoded
  },
  write: (cues, { title }) =>
    written(cues, () =>
      assScript(cues, {
        title,
        width: 1920,
        height: 1080,
        fontName: 'Arial',
        fontSize: 60,
        marginH: 192,
        marginV: 54,
        direction: 'ltr',
        box: false,
      }),
    ),
}
