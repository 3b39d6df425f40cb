// Cue text is an HTML fragment: b, i, u, em, tcy, c with a colour, ruby with rt, and br. It is parsed
// into rows of runs and written in one canonical form. Anything else is rejected, not repaired:
// viewers must read what the translator typed.
import { WHITE } from './colours.ts'

export const FONT_STYLES = ['b', 'i', 'u'] as const
export type FontStyle = (typeof FONT_STYLES)[number]
/** `em`: emphasis marks beside the letters. `tcy`: upright digits in vertical text. */
export const TEXT_STYLES = [...FONT_STYLES, 'em', 'tcy'] as const
export type TagStyle = (typeof TEXT_STYLES)[number]
/**
 * A colour is #rrggbb; white is the default and has none. Ruby is the small text above the letters.
 * Runs with a ruby of their own have a list of styles of their own.
 */
export type TextStyle = TagStyle | `#${string}` | `ruby:${string}`
/** Text in one style. Styles are in the order b, i, u, em, tcy, colour, ruby. */
export type TextRun = { text: string; styles: readonly TextStyle[] }
/** One line of text on screen. */
export type TextRow = TextRun[]
export type ParsedMarkup = { ok: true; rows: TextRow[] } | { ok: false; error: string }

const TOKEN = /<(\/?)([a-z]+)( ?\/)?>|<c (#[0-9a-fA-F]{6})>|<|>|&(amp|lt|gt|quot|nbsp|#39);/g
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
}
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/
/** Text without any of these has no markup, and is read in one pass. */
export const MARKED = /[\u0000-\u001f\u007f<>&]/
const MAX_DEPTH = 8
/** Tags in one text. Subtitles have fewer than ten. */
const MAX_TAGS = 200
/** One list for each set of styles, so that equal styles are mostly the same list. */
const STYLE_SETS: readonly (readonly TextStyle[])[] = Array.from(
  { length: 1 << TEXT_STYLES.length },
  (_, set) => TEXT_STYLES.filter((_style, bit) => set & (1 << bit)),
)

export const colourOf = (styles: readonly TextStyle[]): string | undefined =>
  styles.find((style) => style.startsWith('#'))
export const rubyOf = (styles: readonly TextStyle[]): string | undefined =>
  styles.find(isRuby)?.slice(RUBY.length)
/** For text that is added beside a text with ruby. */
export const withoutRuby = (styles: readonly TextStyle[]): readonly TextStyle[] =>
  rubyOf(styles) === undefined ? styles : styles.filter((style) => !isRuby(style))
/** Styles in their order. */
export function toStyles(
  tags: (tag: TagStyle) => boolean,
  colour?: string,
  ruby?: string,
): readonly TextStyle[] {
  const set = TEXT_STYLES.reduce((bits, tag, bit) => bits | (tags(tag) ? 1 << bit : 0), 0)
  const plain = STYLE_SETS[set]!
  if ((!colour || colour === WHITE) && !ruby) return plain
  return [
    ...plain,
    ...(colour && colour !== WHITE ? [colour as `#${string}`] : []),
    ...(ruby ? [`${RUBY}${ruby}` as const] : []),
  ]
}

type Reading = {
  /** The open tags; a colour stands for its c. */
  open: string[]
  rows: TextRow[]
  styles: readonly TextStyle[]
  /** The letters and the ruby inside of <ruby>. */
  ruby: { base: string; text: string } | undefined
}

export function readMarkup(text: string): ParsedMarkup {
  if (CONTROL.test(text)) return failure('contains a control character')
  const reading: Reading = { open: [], rows: [[]], styles: STYLE_SETS[0]!, ruby: undefined }
  let [read, tags] = [0, 0]
  for (const found of text.matchAll(TOKEN)) {
    const { 0: token, 5: entity, index } = found
    addText(reading, text.slice(read, index))
    read = index + token.length
    if (entity) addText(reading, ENTITIES[entity]!)
    else {
      if (++tags > MAX_TAGS) return failure(`has more than ${MAX_TAGS} tags`)
      const error = applyTag(reading, found)
      if (error) return failure(error)
    }
  }
  addText(reading, text.slice(read))
  const last = reading.open.at(-1)
  return last === undefined
    ? { ok: true, rows: reading.rows.map(mergeRuns) }
    : failure(`does not close <${tagName(last)}>`)
}

function addText({ open, rows, styles, ruby }: Reading, words: string) {
  if (!words) return
  const text = words.replaceAll('\n', ' ')
  if (ruby) ruby[open.at(-1) === 'rt' ? 'text' : 'base'] += text
  else rows.at(-1)!.push({ text, styles })
}

/** Returns why the tag is wrong, or undefined. */
function applyTag(
  reading: Reading,
  { 0: token, 1: closes, 2: name, 3: selfClosed, 4: colour }: RegExpExecArray,
): string | undefined {
  const { open, rows, ruby } = reading
  if (name === 'br' && !closes && !ruby) {
    rows.push([])
    return undefined
  }
  const tag = colour?.toLowerCase() ?? name
  if (tag === undefined || selfClosed || !isTag(tag, closes))
    return `may contain only <i>, <b>, <u>, <em>, <tcy>, <c #rrggbb>, <ruby>, <rt> and <br>, not ${token}`
  if (closes) {
    const last = open.pop()
    if (last === undefined || tagName(last) !== tag) return `closes <${tag}>, which is not open`
    return closeTag(reading, last)
  }
  if (ruby ? tag !== 'rt' || open.at(-1) !== 'ruby' : tag === 'rt')
    return `may contain only <rt> inside of <ruby>, not ${token}`
  open.push(tag)
  if (tag === 'ruby') reading.ruby = { base: '', text: '' }
  if (open.length > MAX_DEPTH) return 'is nested too deeply'
  reading.styles = openStyles(open)
  return undefined
}

function closeTag(reading: Reading, tag: string): string | undefined {
  const { ruby, rows, open } = reading
  if (tag === 'rt' && ruby) {
    if (!ruby.base) return 'has <rt> without a text below it'
    const [styles, over] = [openStyles(open), `${RUBY}${ruby.text}` as const]
    rows.at(-1)!.push({ text: ruby.base, styles: ruby.text ? [...styles, over] : styles })
    reading.ruby = { base: '', text: '' }
  }
  if (tag === 'ruby') {
    if (ruby?.base) return 'has <ruby> without <rt>'
    reading.ruby = undefined
  }
  reading.styles = openStyles(open)
  return undefined
}

const openStyles = (open: readonly string[]): readonly TextStyle[] =>
  open.length === 0
    ? STYLE_SETS[0]!
    : toStyles(
        (tag) => open.includes(tag),
        open.findLast((tag) => tag.startsWith('#')),
      )

const NAMES = new Set<string>([...TEXT_STYLES, 'ruby', 'rt'])
const isTag = (tag: string, closes: string | undefined) =>
  NAMES.has(tag) || tag.startsWith('#') || (tag === 'c' && closes === '/')
const tagName = (tag: string) => (tag.startsWith('#') ? 'c' : tag)

/**
 * Writes the canonical form: tags in a fixed order, only where the style changes, and a break
 * inside a style that continues across it.
 */
export function writeMarkup(rows: readonly TextRow[]): string {
  if (rows.every((row) => row.every(({ styles }) => styles.length === 0)))
    return rows.map((row) => escapeText(row.map(({ text }) => text).join(''))).join('<br>')
  let [written, open, above]: [string, readonly TextStyle[], TextRun | undefined] = [
    '',
    [],
    undefined,
  ]
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    if (index > 0) {
      const styles = stylesBetween(above, row.find(hasText))
      written += `${changeStyles(open, styles)}<br>`
      open = styles
    }
    above = undefined
    for (const run of row) {
      if (!run.text) continue
      written += changeStyles(open, run.styles) + escapeText(run.text)
      open = run.styles
      above = run
    }
  }
  return written + changeStyles(open, [])
}

const hasText = ({ text }: TextRun) => text !== ''

/** The tags between two texts. */
function changeStyles(from: readonly TextStyle[], to: readonly TextStyle[]): string {
  if (from === to) return ''
  let [common, tags] = [0, '']
  while (common < from.length && from[common] === to[common] && !isRuby(from[common]!)) common++
  for (let at = from.length - 1; at >= common; at--) tags += endTag(from[at]!)
  for (let at = common; at < to.length; at++) tags += startTag(to[at]!)
  return tags
}

export const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character]!) : text
const ESCAPED = /[&<>]/
const startTag = (style: TextStyle) =>
  style.startsWith('#') ? `<c ${style}>` : isRuby(style) ? '<ruby>' : `<${style}>`
const endTag = (style: TextStyle) =>
  style.startsWith('#')
    ? '</c>'
    : isRuby(style)
      ? `<rt>${escapeText(style.slice(RUBY.length))}</rt></ruby>`
      : `</${style}>`

/** The canonical form of valid markup; invalid markup is returned unchanged. */
export function canonicalMarkup(text: string): string {
  const read = readMarkup(text)
  return read.ok ? writeMarkup(read.rows) : text
}

/** Why the markup is invalid, or undefined. */
export function findMarkupError(text: string): string | undefined {
  const read = readMarkup(text)
  return read.ok ? undefined : read.error
}

/** The visible text without tags and ruby, with rows separated by a newline. */
export const plainText = (text: string): string => {
  if (!MARKED.test(text)) return text
  const read = readMarkup(text)
  return read.ok ? read.rows.map((row) => row.map((run) => run.text).join('')).join('\n') : text
}

const RUBY = 'ruby:'
const isRuby = (style: TextStyle) => style.startsWith(RUBY)
const failure = (error: string): ParsedMarkup => ({ ok: false, error })

/** Of the break between two texts, of which a row without text has none. */
function stylesBetween(before: TextRun | undefined, after: TextRun | undefined) {
  if (!before || !after) return []
  return before.styles.filter((style) => after.styles.includes(style) && !isRuby(style))
}

/** Two texts with the same ruby are two; parts of one text have the same list. */
const isSameStyle = (one: readonly TextStyle[], other: readonly TextStyle[]) =>
  one === other ||
  (one.length === other.length &&
    one.every((style, at) => style === other[at]) &&
    rubyOf(one) === undefined)

function mergeRuns(row: TextRow): TextRow {
  const runs: TextRun[] = []
  for (const { text, styles } of row) {
    const last = runs.at(-1)
    if (last && isSameStyle(last.styles, styles))
      runs[runs.length - 1] = { text: last.text + text, styles }
    else if (text) runs.push({ text, styles })
  }
  return runs
}
