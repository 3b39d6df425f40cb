import type { Cue } from '../../cue.ts'
import { tagFromLanguage } from '../../languages.ts'
import { readMarkup, type TextStyle } from '../../markup.ts'
import { encodeXml, writeElement, escapeXml } from '../../xml/write.ts'
import { toCells } from '../csv/cells.ts'
import { columnsFor, type CsvColumn } from '../csv/columns.ts'
import type { FileInfo } from '../format.ts'
import { breakCode, METADATA, subTypeOf, typeOf, XLIFF, XLIFF_1 } from './codes.ts'

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
  const source = writeElement('source', {}, writeContent(cue.source ?? '', CODES_2))
  const target =
    cue.text === '' ? [] : [writeElement('target', {}, writeContent(cue.text, CODES_2))]
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

/** Version 1.2, which many tools for translators still need. */
export function writeXliff1(cues: readonly Cue[], { title, language }: FileInfo): Uint8Array {
  const columns = columnsFor(cues).filter((column) => !TEXTS.includes(column))
  const units = cues.map((cue, index) => writeUnit1(cue, index + 1, columns))
  const languages = {
    'source-language': 'und',
    'target-language': language ? tagFromLanguage(language) : 'und',
  }
  const file = writeElement(
    'file',
    { original: title || 'subtitles', datatype: 'plaintext', ...languages },
    writeElement('body', {}, ...units),
  )
  return encodeXml(writeElement('xliff', { xmlns: XLIFF_1, version: '1.2' }, file))
}

function writeUnit1(cue: Cue, number: number, columns: readonly CsvColumn[]): string {
  const values = toCells(cue, columns)
  const contexts = columns.flatMap((column, index) =>
    values[index] === undefined
      ? []
      : [
          writeElement(
            'context',
            { 'context-type': `x-${column}` },
            escapeXml(String(values[index])),
          ),
        ],
  )
  const text = writeContent(cue.text, CODES_1)
  return writeElement(
    'trans-unit',
    { id: `u${number}`, 'xml:space': 'preserve' },
    writeElement('source', {}, writeContent(cue.source ?? '', CODES_1)),
    ...(text === '' ? [] : [writeElement('target', { state: 'translated' }, text)]),
    writeElement('context-group', { name: 'subtitle', purpose: 'information' }, ...contexts),
    ...(cue.note === undefined ? [] : [writeElement('note', {}, escapeXml(cue.note))]),
  )
}

type Codes = {
  wrap: (content: string, style: TextStyle, id: string) => string
  lineBreak: (id: number) => string
}
const CODES_2: Codes = {
  wrap: (content, style, id) => writeElement('pc', { id, ...subTypeOf(style) }, content),
  lineBreak: breakCode,
}
const CODES_1: Codes = {
  wrap: (content, style, id) => writeElement('g', { id, ctype: typeOf(style) }, content),
  lineBreak: (id) => writeElement('x', { id: String(id), ctype: 'lb' }),
}

/** Styles are paired codes, and a line break is a code of its own. */
function writeContent(markup: string, { wrap, lineBreak }: Codes): string {
  const read = readMarkup(markup)
  if (!read.ok) return escapeXml(markup)
  let id = 0
  const wrapNext = (content: string, style: TextStyle) => wrap(content, style, String(++id))
  return read.rows
    .map((row) =>
      row.map(({ text, styles }) => styles.toReversed().reduce(wrapNext, escapeText(text))),
    )
    .map((runs, index) => (index > 0 ? lineBreak(++id) : '') + runs.join(''))
    .join('')
}

const escapeText = (text: string) => escapeXml(text).replaceAll('&quot;', '"')
