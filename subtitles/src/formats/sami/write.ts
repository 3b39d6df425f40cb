// A <SYNC> replaces what the one before shows, and one with a no-break space clears the screen.
import type { Cue } from '../../cue.ts'
import { tagFromLanguage } from '../../languages.ts'
import { plainText } from '../../markup.ts'
import type { FileInfo, FileWarning, WriteResult } from '../format.ts'
import { writeStyledRows } from '../tagged-text.ts'

export function writeSami(cues: readonly Cue[], { language }: FileInfo): WriteResult {
  const sorted = cues
    .map((cue, index) => ({ cue, index }))
    .filter(({ cue }) => plainText(cue.text).trim())
    .toSorted((a, b) => a.cue.start - b.cue.start)
  const errors = sorted.flatMap(({ cue, index }, at) =>
    cue.start === sorted[at - 1]?.cue.start
      ? [{ cue: index, message: 'starts with another line; SAMI shows one at a time' }]
      : [],
  )
  if (errors.length > 0) return { ok: false, errors }
  const warnings: FileWarning[] = []
  const syncs = sorted.flatMap(({ cue, index }, at) => {
    const next = sorted[at + 1]?.cue.start ?? Infinity
    if (cue.stop > next)
      warnings.push({ cue: index, lost: 'The end time: the line ends when the next one starts' })
    const clear = cue.stop < next ? [writeSync(cue.stop, '&nbsp;')] : []
    return [writeSync(cue.start, writeRows(cue).join('<br>')), ...clear]
  })
  const tag = (language && tagFromLanguage(language)) || 'und'
  const text = [
    '<SAMI>',
    '<HEAD>',
    `<STYLE TYPE="text/css"><!-- .${CLASS} { Name: ${tag}; lang: ${tag}; SAMIType: CC; } --></STYLE>`,
    '</HEAD>',
    '<BODY>',
    ...syncs,
    '</BODY>',
    '</SAMI>',
    '',
  ].join('\n')
  return { ok: true, bytes: new TextEncoder().encode(text), warnings }
}

const CLASS = 'SUBCC'
const writeSync = (time: number, text: string) => `<SYNC Start=${time}><P Class=${CLASS}>${text}`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) => text.replace(/[&<>]/g, (letter) => ESCAPES[letter]!)

const writeRows = ({ text }: Cue): string[] =>
  writeStyledRows(text, escapeText, (tag) =>
    tag.startsWith('<c ')
      ? `<font color="${tag.slice('<c '.length, -1)}">`
      : tag === '</c>'
        ? '</font>'
        : tag,
  )
