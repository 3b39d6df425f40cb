// Reads rows and shared strings as spreadsheets write them, without a token for each part: a cell
// has three elements. Whatever is unusual is left to the tree.
import { expandReferences } from '../../xml/characters.ts'
import type { PlainContent } from '../../xml/plain-content.ts'
import { MAX_TABLE_COLUMNS } from '../limits.ts'
import { toCellText, unescapeText, type CellLookup } from './cell.ts'

type Cell = { column: number; kind: string; style: number; isEmpty: boolean; next: number }
type CellText = { text: string; nodes: number; next: number }

const KINDS = ['s', 'inlineStr', 'n', 'str', 'b', 'e']
const [TEXT, SPACED_TEXT] = ['<t>', '<t xml:space="preserve">']
const [SPACE, QUOTE, SLASH, ZERO, NINE, EQUALS, GREATER, A, Z, LOWER_R, LOWER_S, LOWER_T] = [
  0x20, 0x22, 0x2f, 0x30, 0x39, 0x3d, 0x3e, 0x41, 0x5a, 0x72, 0x73, 0x74,
]

/** The texts of the cells. Undefined if a cell is unusual. */
export function readPlainRow(
  source: string,
  from: number,
  { name, lookup }: { name: string; lookup: CellLookup },
): PlainContent | undefined {
  const rows: string[] = []
  let [at, nodes] = [from, 1]
  while (source.startsWith('<c', at)) {
    const cell = readCellTag(source, at, rows.length)
    const content = cell && readCellText(source, cell, lookup)
    if (!content || cell.column < rows.length || cell.column >= MAX_TABLE_COLUMNS) return undefined
    while (rows.length < cell.column) rows.push('')
    rows.push(content.text)
    nodes += content.nodes
    at = content.next
  }
  return name === 'row' && source.startsWith('</row>', at)
    ? { rows, nodes, next: at + '</row>'.length }
    : undefined
}

/** A text without runs. */
export function readPlainString(
  source: string,
  from: number,
  name: string,
): PlainContent | undefined {
  const found = name === 'si' ? readText(source, from, '</t></si>') : undefined
  return found && { rows: [found.text], nodes: found.nodes + 1, next: found.next }
}

/** With the attributes r, s and t only, and one space before each. */
function readCellTag(source: string, from: number, nextColumn: number): Cell | undefined {
  const cell = { column: -1, kind: '', style: -1 }
  let at = from + '<c'.length
  for (; source.charCodeAt(at) === SPACE; at++) {
    const name = source.charCodeAt(at + 1)
    if (source.charCodeAt(at + 2) !== EQUALS || source.charCodeAt(at + 3) !== QUOTE)
      return undefined
    const end = source.indexOf('"', at + 4)
    if (name === LOWER_R && cell.column < 0) cell.column = parseColumn(source, at + 4, end)
    else if (name === LOWER_S && cell.style < 0) cell.style = parseNumber(source, at + 4, end)
    else if (name === LOWER_T && !cell.kind) cell.kind = findKind(source, at + 4, end)
    else return undefined
    if ((name === LOWER_R && cell.column < 0) || (name === LOWER_S && cell.style < 0))
      return undefined
    if (name === LOWER_T && !cell.kind) return undefined
    at = end
  }
  const isEmpty = source.charCodeAt(at) === SLASH
  if (source.charCodeAt(isEmpty ? at + 1 : at) !== GREATER) return undefined
  return {
    column: cell.column < 0 ? nextColumn : cell.column,
    kind: cell.kind || 'n',
    style: Math.max(0, cell.style),
    isEmpty,
    next: isEmpty ? at + 2 : at + 1,
  }
}

function readCellText(source: string, cell: Cell, lookup: CellLookup): CellText | undefined {
  const { kind, style, isEmpty, next } = cell
  if (isEmpty) return { text: toCellText({ kind, raw: '', style }, lookup), nodes: 1, next }
  const isInline = source.startsWith('<is>', next)
  const found = isInline
    ? readText(source, next + '<is>'.length, '</t></is></c>')
    : source.startsWith('<v>', next)
      ? readUpTo(source, next + '<v>'.length, '</v></c>')
      : undefined
  if (!found) return undefined
  found.text = isInline
    ? unescapeText(found.text)
    : toCellText({ kind, raw: found.text, style }, lookup)
  found.nodes += 2
  return found
}

function readText(source: string, at: number, end: string): CellText | undefined {
  const tag = source.charCodeAt(at + 2) === GREATER ? TEXT : SPACED_TEXT
  if (!source.startsWith(tag, at)) return undefined
  const found = readUpTo(source, at + tag.length, end)
  if (found) found.nodes++
  return found
}

/** `nodes` is 0 for an empty text. */
function readUpTo(source: string, at: number, end: string): CellText | undefined {
  const until = source.indexOf('<', at)
  if (until < 0 || !source.startsWith(end, until)) return undefined
  const raw = source.slice(at, until)
  if (raw.includes(']]>')) return undefined
  const expanded = raw.includes('&') ? expandReferences(raw) : undefined
  if (expanded?.ok === false) return undefined
  const text = expanded?.text ?? raw
  return { text, nodes: text ? 1 : 0, next: until + end.length }
}

/** AB12 is 27, counted from 0. -1 if it is no reference. */
function parseColumn(source: string, from: number, end: number): number {
  let [at, column] = [from, 0]
  for (; at < end && at - from < 3; at++) {
    const code = source.charCodeAt(at)
    if (code < A || code > Z) break
    column = column * 26 + code - A + 1
  }
  return at === from || parseNumber(source, at, end) < 0 ? -1 : column - 1
}

/** -1 if there is anything but digits. */
function parseNumber(source: string, from: number, end: number): number {
  if (from >= end || end - from > 9) return -1
  let number = 0
  for (let at = from; at < end; at++) {
    const code = source.charCodeAt(at)
    if (code < ZERO || code > NINE) return -1
    number = number * 10 + code - ZERO
  }
  return number
}

function findKind(source: string, from: number, end: number): string {
  for (const kind of KINDS)
    if (kind.length === end - from && source.startsWith(kind, from)) return kind
  return ''
}
