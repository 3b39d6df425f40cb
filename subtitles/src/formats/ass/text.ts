import { WHITE } from '../../colours.ts'
import { FONT_STYLES, type FontStyle } from '../../markup.ts'
import { DRAWING, parseOverrides, STRUCK_OUT, type Override } from '../overrides.ts'
import {
  markupBuilder,
  plainMarkup,
  type BuiltMarkup,
  type MarkupBuilder,
} from '../markup-builder.ts'
import type { CuePosition } from '../position.ts'
import { excerpt } from '../report.ts'
import { JOINER } from './script.ts'
import { PLAIN_STYLE, type AssStyle } from './style.ts'

/** Braces contain overrides; `\{` and `\}` are literal. */
const TOKEN = /\\[Nnh{}]|\\\u2060|\{/g

export type AssTextResult =
  | (Extract<BuiltMarkup, { ok: true }> & {
      place: CuePosition
      /** In pixels of the script. */
      point: { x: number; y: number } | undefined
      losses: string[]
    })
  | { ok: false; error: string }

export function readText(
  text: string,
  style: AssStyle,
  { styles, breaksAtN }: { styles: Map<string, AssStyle>; breaksAtN: boolean },
): AssTextResult {
  const plain = isPlain(style) ? plainMarkup(text.replaceAll('\\N', '\n')) : undefined
  if (plain !== undefined)
    return { ok: true, text: plain, place: style.place, point: undefined, losses: [] }
  const builder = markupBuilder()
  const losses = new Set<string>(style.struck ? [STRUCK_OUT] : [])
  const layout: AssLayout = { place: undefined, point: undefined, isDrawing: false }
  const apply = createOverrides({ builder, style, styles, losses, layout })
  const addWords = (words: string) => {
    if (!layout.isDrawing) builder.addText(words)
    else if (words.trim()) losses.add(`${DRAWING}: ${excerpt(words)}`)
  }
  const [tokens, lastBrace] = [new RegExp(TOKEN), text.lastIndexOf('}')]
  let read = 0
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { 0: token, index } = found
    // A brace that is never closed is literal.
    if (token === '{' && index > lastBrace) continue
    addWords(text.slice(read, index))
    read = tokens.lastIndex = token === '{' ? text.indexOf('}', index) + 1 : index + token.length
    if (token === '{')
      for (const override of parseOverrides(text.slice(index, read))) apply(override)
    else if (layout.isDrawing) continue
    else if (token === '\\N' || (token === '\\n' && breaksAtN)) builder.addRow()
    else builder.addText(ESCAPES[token]!)
  }
  addWords(text.slice(read))
  const written = builder.build()
  const { place = style.place, point } = layout
  return written.ok ? { ...written, place, point, losses: [...losses] } : written
}

const isPlain = ({ styles, struck, colour = WHITE }: AssStyle) =>
  styles.length === 0 && !struck && colour === WHITE

type AssLayout = {
  place: CuePosition | undefined
  point: { x: number; y: number } | undefined
  isDrawing: boolean
}

/** Starts with the style of the event, and returns how overrides change it. */
function createOverrides({
  builder,
  style,
  styles,
  losses,
  layout,
}: {
  builder: MarkupBuilder
  style: AssStyle
  styles: Map<string, AssStyle>
  losses: Set<string>
  layout: AssLayout
}): (override: Override) => void {
  let base = style
  const setStyle = (name: FontStyle, on: boolean) => {
    if (builder.isOpen(name) !== on) (on ? builder.open : builder.close)(name)
  }
  const setStyles = (next: AssStyle) => {
    base = next
    for (const name of FONT_STYLES) setStyle(name, base.styles.includes(name))
    builder.setColour(base.colour)
  }
  setStyles(style)
  return (override) => {
    if (override.kind === 'lost') losses.add(override.lost)
    if (override.kind === 'drawing') {
      layout.isDrawing = override.on
    }
    if (override.kind === 'place' && layout.place) losses.add('A second position')
    if (override.kind === 'point' && layout.point)
      losses.add(`A second position: ${override.x}, ${override.y}`)
    if (override.kind === 'place') layout.place ??= override.place
    if (override.kind === 'point') layout.point ??= { x: override.x, y: override.y }
    if (override.kind === 'colour') builder.setColour(override.colour ?? base.colour)
    if (override.kind === 'reset' && override.to && !styles.has(override.to))
      losses.add(`The style ${excerpt(override.to)}, which is not defined`)
    if (override.kind === 'reset')
      setStyles(override.to ? (styles.get(override.to) ?? PLAIN_STYLE) : style)
    if (override.kind === 'style')
      setStyle(override.style, override.on ?? base.styles.includes(override.style))
  }
}

const ESCAPES: Record<string, string> = {
  '\\n': ' ',
  '\\h': '\u00a0',
  '\\{': '{',
  '\\}': '}',
  [`\\${JOINER}`]: '\\',
}
