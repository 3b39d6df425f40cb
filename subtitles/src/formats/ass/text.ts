import { TEXT_STYLES, type TextStyle } from '../../markup.ts'
import { parseOverrides } from '../overrides.ts'
import { markupBuilder } from '../markup-builder.ts'
import type { CuePosition } from '../position.ts'
import { JOINER } from './script.ts'
import { PLAIN_STYLE, type AssStyle } from './style.ts'

/** Braces contain overrides; `\{` and `\}` are literal. */
const TOKEN = /\\[Nnh{}]|\\\u2060|\{([^}]*)\}/g

export type AssTextResult =
  | { ok: true; text: string; place: CuePosition }
  | { ok: false; offset: number; error: string }

export function readText(
  text: string,
  worn: AssStyle,
  { styles, breaksAtN }: { styles: Map<string, AssStyle>; breaksAtN: boolean },
): AssTextResult {
  if (worn.struck)
    return { ok: false, offset: 0, error: 'the style strikes text out, which is not supported' }
  const page = markupBuilder()
  const turn = (style: TextStyle, on: boolean) => {
    if (page.isOpen(style) !== on) (on ? page.open : page.close)(style)
  }
  const wear = (styles: TextStyle[]) =>
    TEXT_STYLES.forEach((style) => turn(style, styles.includes(style)))
  wear(worn.styles)
  let place: CuePosition | undefined
  let read = 0
  for (const { 0: token, 1: braces, index } of text.matchAll(TOKEN)) {
    page.addText(text.slice(read, index))
    read = index + token.length
    if (token === '\\N' || (token === '\\n' && breaksAtN)) page.addRow()
    else if (braces === undefined) page.addText(ESCAPES[token]!)
    for (const override of parseOverrides(braces ?? '')) {
      if (override.kind === 'refused')
        return { ok: false, offset: index, error: `${token} ${override.error}` }
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'reset')
        wear((override.to ? (styles.get(override.to) ?? PLAIN_STYLE) : worn).styles)
      if (override.kind === 'style')
        turn(override.style, override.on ?? worn.styles.includes(override.style))
    }
  }
  page.addText(text.slice(read))
  const written = page.build()
  return written.ok
    ? { ok: true, text: written.text, place: place ?? worn.place }
    : { ok: false, offset: 0, error: `the text ${written.error}` }
}

const ESCAPES: Record<string, string> = {
  '\\n': ' ',
  '\\h': '\u00a0',
  '\\{': '{',
  '\\}': '}',
  [`\\${JOINER}`]: '\\',
}
