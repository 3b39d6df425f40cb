import { TEXT_STYLES, type TextStyle } from '../../markup.ts'
import { overridesIn } from '../overrides.ts'
import { pen } from '../pen.ts'
import type { Place } from '../place.ts'
import { JOINER } from './script.ts'
import { PLAIN, type Worn } from './style.ts'

/** Braces hold overrides; `\{` and `\}` are letters. */
const TOKEN = /\\[Nnh{}]|\\\u2060|\{([^}]*)\}/g

export type AssText =
  | { ok: true; text: string; place: Place }
  | { ok: false; offset: number; fault: string }

export function readText(
  text: string,
  worn: Worn,
  { styles, breaksAtN }: { styles: Map<string, Worn>; breaksAtN: boolean },
): AssText {
  if (worn.struck)
    return { ok: false, offset: 0, fault: 'the style strikes text out, which a line cannot say' }
  const page = pen()
  const turn = (style: TextStyle, on: boolean) => {
    if (page.isOn(style) !== on) (on ? page.putOn : page.takeOff)(style)
  }
  const wear = (styles: TextStyle[]) =>
    TEXT_STYLES.forEach((style) => turn(style, styles.includes(style)))
  wear(worn.styles)
  let place: Place | undefined
  let read = 0
  for (const { 0: token, 1: braces, index } of text.matchAll(TOKEN)) {
    page.say(text.slice(read, index))
    read = index + token.length
    if (token === '\\N' || (token === '\\n' && breaksAtN)) page.newRow()
    else if (braces === undefined) page.say(LETTERS[token]!)
    for (const override of overridesIn(braces ?? '')) {
      if (override.kind === 'refused')
        return { ok: false, offset: index, fault: `${token} ${override.fault}` }
      if (override.kind === 'place') place ??= override.place
      if (override.kind === 'reset')
        wear((override.to ? (styles.get(override.to) ?? PLAIN) : worn).styles)
      if (override.kind === 'style')
        turn(override.style, override.on ?? worn.styles.includes(override.style))
    }
  }
  page.say(text.slice(read))
  const written = page.written()
  return written.ok
    ? { ok: true, text: written.text, place: place ?? worn.place }
    : { ok: false, offset: 0, fault: `the text ${written.fault}` }
}

const LETTERS: Record<string, string> = {
  '\\n': ' ',
  '\\h': '\u00a0',
  '\\{': '{',
  '\\}': '}',
  [`\\${JOINER}`]: '\\',
}
