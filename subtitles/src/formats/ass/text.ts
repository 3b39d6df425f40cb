import { TEXT_STYLES, type TextStyle } from '../../markup.ts'
import { parseOverrides, STRUCK_OUT } from '../overrides.ts'
import { markupBuilder } from '../markup-builder.ts'
import type { CuePosition } from '../position.ts'
import { JOINER } from './script.ts'
import { PLAIN_STYLE, type AssStyle } from './style.ts'

/** Braces contain overrides; `\{` and `\}` are literal. */
const TOKEN = /\\[Nnh{}]|\\\u2060|\{/g

export type AssTextResult =
  | { ok: true; text: string; place: CuePosition; losses: string[] }
  | { ok: false; offset: number; error: string }

export function readText(
  text: string,
  style: AssStyle,
  { styles, breaksAtN }: { styles: Map<string, AssStyle>; breaksAtN: boolean },
): AssTextResult {
  const builder = markupBuilder()
  const setStyle = (style: TextStyle, on: boolean) => {
    if (builder.isOpen(style) !== on) (on ? builder.open : builder.close)(style)
  }
  const setStyles = (styles: TextStyle[]) =>
    TEXT_STYLES.forEach((style) => setStyle(style, styles.includes(style)))
  setStyles(style.styles)
  let place: CuePosition | undefined
  const losses = new Set<string>(style.struck ? [STRUCK_OUT] : [])
  let isDrawing = false
  const [tokens, lastBrace] = [new RegExp(TOKEN), text.lastIndexOf('}')]
  let read = 0
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { 0: token, index } = found
    // A brace that is never closed is literal.
    if (token === '{' && index > lastBrace) continue
    if (!isDrawing) builder.addText(text.slice(read, index))
    read = tokens.lastIndex = token === '{' ? text.indexOf('}', index) + 1 : index + token.length
    if (isDrawing && token !== '{') continue
    if (token === '\\N' || (token === '\\n' && breaksAtN)) builder.addRow()
    else if (token !== '{') builder.addText(ESCAPES[token]!)
    const braces = token === '{' ? text.slice(index, read) : ''
    for (const override of parseOverrides(braces)) {
      if (override.kind === 'lost') losses.add(override.lost)
      if (override.kind === 'drawing') {
        isDrawing = override.on
        if (isDrawing) losses.add(override.lost)
      }
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'reset')
        setStyles((override.to ? (styles.get(override.to) ?? PLAIN_STYLE) : style).styles)
      if (override.kind === 'style')
        setStyle(override.style, override.on ?? style.styles.includes(override.style))
    }
  }
  if (!isDrawing) builder.addText(text.slice(read))
  const written = builder.build()
  return written.ok
    ? { ok: true, text: written.text, place: place ?? style.place, losses: [...losses] }
    : { ok: false, offset: 0, error: `the text ${written.error}` }
}

const ESCAPES: Record<string, string> = {
  '\\n': ' ',
  '\\h': '\u00a0',
  '\\{': '{',
  '\\}': '}',
  [`\\${JOINER}`]: '\\',
}
