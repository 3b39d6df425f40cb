import type { Cue } from '../../cue.ts'
import { tagFromLanguage } from '../../languages.ts'
import { readMarkup, type TextStyle } from '../../markup.ts'
import { encodeXml, writeElement, escapeXml } from '../../xml/write.ts'
import { toCells } from '../csv/cells.ts'
import { columnsFor, type CsvColumn } from '../csv/columns.ts'
import type { FileInfo } from '../format.ts'
import { breakCode, METADATA, subTypeOf, XLIFF } from './codes.ts'

export function writeXliff(cues: readonly Cue[], { title, language }: FileInfo): Uint8Array {
  const columns = columnsFor(cues).filter((column) => !TEXTS.includes(column))
  const units = cues.map((cue, index) => writeUnit(cue, index + 1, columns))
  const file = writeElement('file', { id: 'f1', original: title || undefined }, ...units)
  return encodeXml(
    writeElement(
      'xliff',
      {
        xmlns: XLIFF,
        'xmlns:mda': METADATA,
        version: '2.1',
        srcLang: 'und',
        trgLang: language ? tagFromLanguage(language) : 'und',
      },
      file,
    ),
  )
}

/** Written as source, target and note. */
const TEXTS: readonly CsvColumn[] = ['source', 'target', 'note']

function writeUnit(cue: Cue, number: number, columns: readonly CsvColumn[]): string {
  const values = toCells(cue, columns)
  const metadata = columns.flatMap((type, index) =>
    values[index] === undefined
      ? []
      : [writeElement('mda:meta', { type }, escapeXml(String(values[index])))],
  )
  const group = writeElement('mda:metaGroup', { category: 'subtitle' }, ...metadata)
  const source = writeElement('source', {}, writeContent(cue.source ?? ''))
  const target = cue.text === '' ? [] : [writeElement('target', {}, writeContent(cue.text))]
  const state = target.length > 0 ? 'translated' : 'initial'
  return writeElement(
    'unit',
    { id: `u${number}`, 'xml:space': 'preserve' },
    writeElement('mda:metadata', {}, group),
    ...(cue.note === undefined
      ? []
      : [writeElement('notes', {}, writeElement('note', {}, escapeXml(cue.note)))]),
    writeElement('segment', { state }, source, ...target),
  )
}

/** Styles are paired codes, and a line break is a code of its own. */
function writeContent(markup: string): string {
  const read = readMarkup(markup)
  if (!read.ok) return escapeXml(markup)
  let id = 0
  const wrap = (content: string, style: TextStyle) =>
    writeElement('pc', { id: String(++id), ...subTypeOf(style) }, content)
  return read.rows
    .map((row) => row.map(({ text, styles }) => styles.toReversed().reduce(wrap, escapeText(text))))
    .map((runs, index) => (index > 0 ? breakCode(++id) : '') + runs.join(''))
    .join('')
}

const escapeText = (text: string) => escapeXml(text).replaceAll('&quot;', '"')
