// Runs in worker threads.
import { plainText } from '@reelay/subtitles'
import { findMisspelledIn } from '@reelay/subtitles/checks'
import type { Misspelled } from '@reelay/subtitles/spelling'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import type { ScriptSpelling } from '../../contract.ts'

/** `lines` are JSON texts. */
export const locateWords = ({
  lines,
  misspelled,
}: {
  lines: readonly string[]
  misspelled: Misspelled
}): ScriptSpelling['lines'] =>
  parseLines(lines).flatMap(({ _id, text }, index) => {
    const { words = [] } = findMisspelledIn(plainText(text).normalize('NFC'), misspelled) ?? {}
    return words.length > 0 ? [{ line: _id, number: index + 1, words: [...words] }] : []
  })
