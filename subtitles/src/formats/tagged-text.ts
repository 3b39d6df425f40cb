// Text with <b>, <i>, <u> and colours, as in SubRip files and spreadsheets. There is no
// specification: a style lasts until it is closed or the text ends, as in every player.
import { parseColour } from '../colours.ts'
import { canonicalMarkup, FONT_STYLES, type FontStyle } from '../markup.ts'
import { DRAWING, parseOverrides, type Override } from './overrides.ts'
import {
  markupBuilder,
  plainMarkup,
  type BuiltMarkup,
  type MarkupBuilder,
} from './markup-builder.ts'
import type { CuePosition } from './position.ts'
import { excerpt } from './report.ts'

/**
 * Invisible in every player. It breaks up characters that look like markup, and keeps a blank row
 * from ending the cue.
 */
export const EMPTY_TAG = '<i></i>'
/**
 * Within one row. `a < b` and `<3` are literal. Braces may contain ASS overrides such as {\an8}.
 */
const MARKUP = /<(\/?)([a-zA-Z][^\s<>/]*)((?:[^\S\n]|\/)[^<>\n]*|)>|\{\\[^{}<>\n]*\}/g
/** Players also read \N as a line break and \h as a no-break space. */
const SUBRIP_MARKUP = new RegExp(`${MARKUP.source}|\\\\[Nh]`, 'g')

export type TaggedText =
  | (Extract<BuiltMarkup, { ok: true }> & { place: CuePosition; losses: readonly string[] })
  | { ok: false; error: string }
/** Spreadsheets also have the tags of the markup, which in SubRip would mean something else. */
export type TagDialect = 'subrip' | 'table'
const patternOf = (dialect: TagDialect) => (dialect === 'subrip' ? SUBRIP_MARKUP : MARKUP)

type Reading = {
  builder: MarkupBuilder
  dialect: TagDialect
  /** Of the text inside of each open font tag. */
  colours: (string | undefined)[]
  losses: Set<string>
  /** Names of tags that were open. */
  unknown: Set<string>
  place: CuePosition | undefined
  isDrawing: boolean
}

const NO_PLACE: CuePosition = {}
const NOTHING: readonly string[] = []

export function readTaggedText(rows: string, dialect: TagDialect = 'table'): TaggedText {
  const plain = plainMarkup(rows)
  if (plain !== undefined) return { ok: true, text: plain, place: NO_PLACE, losses: NOTHING }
  const builder = markupBuilder()
  const reading: Reading = {
    builder,
    dialect,
    colours: [],
    losses: new Set(),
    unknown: new Set(),
    place: undefined,
    isDrawing: false,
  }
  const addText = (words: string) => {
    if (reading.isDrawing && words.trim()) reading.losses.add(`${DRAWING}: ${excerpt(words)}`)
    ;(reading.isDrawing ? '' : words).split('\n').forEach((row, index) => {
      if (index > 0) builder.addRow()
      builder.addText(row)
    })
  }
  let read = 0
  for (const { 0: token, 1: closes, 2: tag, 3: more, index } of rows.matchAll(patternOf(dialect))) {
    addText(rows.slice(read, index))
    read = index + token.length
    if (tag) applyTag(reading, { token, name: tag.toLowerCase(), closes: closes === '/', more })
    else if (token === '\\N') builder.addRow()
    else if (token === '\\h') builder.addText('\u00a0')
    else for (const override of parseOverrides(token)) applyOverride(reading, override)
  }
  addText(rows.slice(read))
  const text = builder.build()
  return text.ok ? { ...text, place: reading.place ?? NO_PLACE, losses: [...reading.losses] } : text
}

type Tag = { token: string; name: string; closes: boolean; more: string | undefined }

function applyTag(reading: Reading, { token, name, closes, more = '' }: Tag) {
  const { builder, colours, losses, dialect, unknown } = reading
  const isBare = !more.trim()
  if (isFontStyle(name) && isBare) builder[closes ? 'close' : 'open'](name)
  else if (name === 'br') builder.addRow()
  else if (name === 'font' || (name === 'c' && dialect === 'table')) {
    if (closes) colours.pop()
    else {
      const own = name === 'c' ? parseColour(more) : parseFont(more, losses)
      colours.push(own ?? colours.at(-1))
    }
    builder.setColour(colours.at(-1))
  } else if (dialect === 'table' && isBare && MARKUP_TAGS[name]) MARKUP_TAGS[name](builder, closes)
  else if (!(closes && unknown.has(name))) losses.add(`The tag ${excerpt(token)}`)
  if (!closes) unknown.add(name)
}

const MARKUP_TAGS: Record<string, (builder: MarkupBuilder, closes: boolean) => void> = {
  em: (builder, closes) => builder[closes ? 'close' : 'open']('em'),
  tcy: (builder, closes) => builder[closes ? 'close' : 'open']('tcy'),
  ruby: (builder, closes) => (closes ? builder.closeRubyText() : builder.openRuby()),
  rt: (builder, closes) => (closes ? builder.closeRubyText() : builder.openRubyText()),
}

function applyOverride(reading: Reading, override: Override) {
  const { builder, losses } = reading
  if (override.kind === 'lost') losses.add(override.lost)
  if (override.kind === 'drawing') reading.isDrawing = override.on
  if (override.kind === 'place' && reading.place) losses.add('A second position')
  if (override.kind === 'place') reading.place ??= override.place
  if (override.kind === 'point') losses.add(`The effect \\pos(${override.x},${override.y})`)
  if (override.kind === 'reset') {
    for (const style of FONT_STYLES) while (builder.isOpen(style)) builder.close(style)
    builder.setColour(undefined)
    if (override.to) losses.add(`The style ${excerpt(override.to)}, which is not defined`)
  }
  if (override.kind === 'colour') builder.setColour(override.colour)
  if (override.kind === 'style') builder[override.on ? 'open' : 'close'](override.style)
}

const COLOUR = /\bcolor\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

function parseFont(attributes: string, losses: Set<string>): string | undefined {
  const [, double, single, bare] = COLOUR.exec(attributes) ?? []
  const written = double ?? single ?? bare
  const colour = written === undefined ? undefined : parseColour(written)
  if (written !== undefined && colour === undefined)
    losses.add(`The colour ${excerpt(written)}, which is unknown`)
  if (attributes.replace(COLOUR, '').replace(/[\s/]+/g, ''))
    losses.add(`The font of the text: ${excerpt(attributes)}`)
  return colour
}

/** The rows of a text. An empty tag breaks up characters that look like markup. */
export const writeTaggedText = (text: string, dialect: TagDialect = 'table'): string[] =>
  writeStyledRows(
    text,
    (letters) =>
      letters.replace(patternOf(dialect), (token) => `${token[0]}${EMPTY_TAG}${token.slice(1)}`),
    dialect === 'subrip' ? toFontTag : undefined,
  )

const toFontTag = (tag: string) =>
  tag.startsWith('<c ') ? `<font color="${tag.slice(3, -1)}">` : tag === '</c>' ? '</font>' : tag

/** Rows with the tags of the markup; `spell` escapes the characters for the format. */
export function writeStyledRows(
  text: string,
  spell: (letters: string) => string,
  writeTag: (tag: string) => string = (tag) => tag,
): string[] {
  return canonicalMarkup(text)
    .split('<br>')
    .map((row) =>
      row.replace(/<[^<>]*>|[^<]+/g, (piece) =>
        piece.startsWith('<') ? writeTag(piece) : spell(unescapeEntities(piece)),
      ),
    )
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescapeEntities = (escaped: string) =>
  escaped.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity]!)
const isFontStyle = (name: string): name is FontStyle =>
  name === 'b' || name === 'i' || name === 'u'
