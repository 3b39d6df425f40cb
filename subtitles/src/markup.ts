// Cue text is an HTML fragment of i, b, u and br without attributes. It is parsed into rows of runs
// and written in one canonical form. Anything else is rejected, not repaired: viewers must read
// what the translator typed.
export const TEXT_STYLES = ['b', 'i', 'u'] as const
export type TextStyle = (typeof TEXT_STYLES)[number]
/** Text in one style. Styles are in the order b, i, u. */
export type TextRun = { text: string; styles: readonly TextStyle[] }
/** One line of text on screen. */
export type TextRow = TextRun[]
export type ParsedMarkup = { ok: true; rows: TextRow[] } | { ok: false; error: string }

const TOKEN = /<(\/?)([a-z]+)( ?\/)?>|<|>|&(amp|lt|gt|quot|nbsp|#39);/g
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
const STYLE_SETS: readonly (readonly TextStyle[])[] = Array.from({ length: 8 }, (_, set) =>
  TEXT_STYLES.filter((_style, bit) => set & (1 << bit)),
)
const stylesOf = (open: readonly TextStyle[]): readonly TextStyle[] =>
  STYLE_SETS[open.reduce((set, style) => set | (1 << TEXT_STYLES.indexOf(style)), 0)]!

export function readMarkup(text: string): ParsedMarkup {
  if (CONTROL.test(text)) return failure('contains a control character')
  const open: TextStyle[] = []
  const rows: TextRow[] = [[]]
  let styles = STYLE_SETS[0]!
  const addText = (words: string) => {
    if (words) rows.at(-1)!.push({ text: words.replaceAll('\n', ' '), styles })
  }
  let [read, tags] = [0, 0]
  for (const { 0: token, 1: closes, 2: name, 3: selfClosed, 4: entity, index } of text.matchAll(
    TOKEN,
  )) {
    addText(text.slice(read, index))
    read = index + token.length
    if (!entity && ++tags > MAX_TAGS) return failure(`has more than ${MAX_TAGS} tags`)
    if (entity) addText(ENTITIES[entity]!)
    else if (name === 'br' && !closes) rows.push([])
    else if (!isStyle(name) || selfClosed)
      return failure(`may contain only <i>, <b>, <u> and <br>, not ${token}`)
    else if (!closes) open.push(name)
    else if (open.pop() !== name) return failure(`closes <${name}>, which is not open`)
    if (open.length > MAX_DEPTH) return failure('is nested too deeply')
    if (!entity) styles = stylesOf(open)
  }
  addText(text.slice(read))
  return open.length
    ? failure(`does not close <${open.at(-1)}>`)
    : { ok: true, rows: rows.map(mergeRuns) }
}

/**
 * Writes the canonical form: tags in a fixed order, only where the style changes, and a break
 * inside a style that continues across it.
 */
export function writeMarkup(rows: readonly TextRow[]): string {
  const pieces = rows.map(mergeRuns).flatMap(prependBreak)
  let [written, open]: [string, readonly TextStyle[]] = ['', []]
  for (const { text, styles } of [...pieces, { text: '', styles: [] }]) {
    if (styles !== open) {
      let common = 0
      while (common < open.length && open[common] === styles[common]) common++
      for (let at = open.length - 1; at >= common; at--) written += `</${open[at]}>`
      for (let at = common; at < styles.length; at++) written += `<${styles[at]}>`
    }
    written += text === BREAK ? '<br>' : text.replace(/[&<>]/g, (character) => ESCAPES[character]!)
    open = styles
  }
  return written
}

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

/** The text without tags, with rows separated by a newline. */
export const plainText = (text: string): string => {
  if (!MARKED.test(text)) return text
  const read = readMarkup(text)
  return read.ok ? read.rows.map((row) => row.map((run) => run.text).join('')).join('\n') : text
}

const BREAK = '\n'
const isStyle = (name: string | undefined): name is TextStyle =>
  (TEXT_STYLES as readonly (string | undefined)[]).includes(name)
const failure = (error: string): ParsedMarkup => ({ ok: false, error })

const prependBreak = (row: TextRow, index: number, rows: readonly TextRow[]): TextRun[] =>
  index === 0 ? row : [breakBetween(rows[index - 1]!, row), ...row]

function breakBetween(above: TextRow, below: TextRow): TextRun {
  const [before, after] = [above.at(-1), below[0]]
  return {
    text: BREAK,
    styles:
      before && after
        ? TEXT_STYLES.filter(
            (style) => before.styles.includes(style) && after.styles.includes(style),
          )
        : [],
  }
}

const isSameStyle = (one: readonly TextStyle[], other: readonly TextStyle[]) =>
  one === other || (one.length === other.length && one.every((style, at) => style === other[at]))

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
