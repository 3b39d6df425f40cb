// Advanced SubStation Alpha and its predecessor SSA, read as libass reads them. Of the overrides,
// those for styles, colours and positions are kept.
import { isRightToLeft } from '../languages.ts'
import { reducedTo } from './features.ts'
import type { Cue } from '../cue.ts'
import type { FileInfo, Format, WriteResult } from './format.ts'
import { editingOriginal } from './edits.ts'
import { excerpt } from './report.ts'
import { readTextFile, writeResult } from './results.ts'
import { editScript } from './ass/edit.ts'
import { readScript } from './ass/read.ts'
import { writeAssScript } from './ass/script.ts'

const reader: Pick<Format, 'name' | 'read'> = {
  name: 'ass',
  read: (bytes, options) => readTextFile(bytes, options, readScript),
}

export const ass: Format = {
  ...reader,
  title: 'ASS',
  mime: 'text/x-ssa',
  write: reducedTo(
    ['b', 'i', 'u', 'colour', 'point', 'speaker'],
    editingOriginal(reader, writeScript, editScript),
  ),
}

function writeScript(cues: readonly Cue[], { title, language }: FileInfo): WriteResult {
  const result = writeResult(cues, () =>
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
  )
  const warnings = cues.flatMap(({ speaker }, cue) =>
    speaker?.includes(',') ? [{ cue, lost: `The commas in the name ${excerpt(speaker)}` }] : [],
  )
  return result.ok ? { ...result, warnings } : result
}
