// The visible text of a paragraph at one moment, in rows of styled runs.
import { parseColour } from '../../colours.ts'
import {
  toStyles,
  type FontStyle,
  type TagStyle,
  type TextRow,
  type TextRun,
  type TextStyle,
} from '../../markup.ts'
import {
  getAttribute,
  isElement,
  textContent,
  XML_NAMESPACE,
  type XmlElement,
} from '../../xml/tree.ts'
import { isTtml } from './namespaces.ts'
import { textStyles, ownStyle, type TtmlStyle, type TtmlStyles } from './styles.ts'
import { animations, isSequence, timedChildren, type ElementTimes } from './time.ts'

export type TextPiece = { text: string; styles: readonly TextStyle[]; kept: boolean } | 'break'
export type InheritedText = {
  styles: readonly FontStyle[]
  look: TtmlStyle
  kept: boolean
  hidden: boolean
}
type Document = { times: ElementTimes; styles: TtmlStyles }

export function rowsAt(
  p: XmlElement,
  moment: number,
  outside: InheritedText,
  document: Document,
): TextRow[] {
  const pieces: TextPiece[] = []
  const shows = (element: XmlElement) => isShown(element, moment, document)
  const gather = (element: XmlElement, around: InheritedText, top: boolean) => {
    if (!top && !shows(element)) return
    const look = styleAt(element, moment, document)
    if (look.display === 'none' || look.ruby === 'delimiter') return
    const inside = inheritText(element, around, look)
    if (look.ruby === 'container') {
      pieces.push(...(inside.hidden ? [] : rubyPieces(element, moment, inside, document)))
      return
    }
    // Bare text in a sequence has no duration, and inside a ruby container it is only indentation.
    const silent =
      (isSequence(element) && (top || timedChildren(element).length > 0)) ||
      look.ruby?.toLowerCase().endsWith('container')
    for (const child of element.children) {
      if (!isElement(child)) {
        if (!inside.hidden && !silent)
          pieces.push({ text: child.text, styles: runStyles(inside), kept: inside.kept })
      } else if (!isTtml(child)) continue
      else if (child.name === 'br') {
        if (shows(child)) pieces.push('break')
      } else if (child.name === 'span') gather(child, inside, false)
    }
  }
  gather(p, outside, true)
  return collapsePieces(pieces)
}

/** How a paragraph without elements other than breaks and spans is written. */
export type PlainStyle = {
  styles: readonly TextStyle[]
  kept: boolean
  /** What spans inherit, and what follows from their attributes. */
  inside: InheritedText
  spans: SpanStyles
}
/** Undefined if a span with these attributes is unusual. */
export type SpanStyles = Map<readonly string[], SpanStyle | undefined>
export type SpanStyle = PlainStyle & { lost: readonly string[] }

/** Undefined if the text of the paragraph is not shown as it stands. */
export function plainStyle(
  p: XmlElement,
  outside: InheritedText,
  { styles }: Pick<Document, 'styles'>,
): PlainStyle | undefined {
  const look = ownStyle(p, styles)
  if (look.display === 'none' || look.ruby !== undefined || isSequence(p)) return undefined
  const inside = inheritText(p, outside, look)
  return inside.hidden ? undefined : toPlainStyle(inside)
}

export const toPlainStyle = (inside: InheritedText): PlainStyle => ({
  styles: runStyles(inside),
  kept: inside.kept,
  inside,
  spans: new Map(),
})

/** The rows of such a paragraph, from the texts around its breaks. */
export function plainRows(
  texts: readonly string[],
  { styles, kept }: Pick<PlainStyle, 'styles' | 'kept'>,
): TextRow[] {
  const pieces: TextPiece[] = []
  for (const [index, text] of texts.entries()) {
    if (index > 0) pieces.push('break')
    if (text) pieces.push({ text, styles, kept })
  }
  return collapsePieces(pieces)
}

/** The same for one row in which white space is not preserved. */
export function collapseRow(text: string): string {
  const spaced = collapseSpaces(text)
  const from = spaced.startsWith(' ') ? 1 : 0
  return spaced.slice(from, spaced.endsWith(' ') ? Math.max(from, spaced.length - 1) : undefined)
}

function isShown(element: XmlElement, moment: number, { times }: Document): boolean {
  const span = times.get(element)
  return !span || (moment >= span.begin && moment < span.end)
}

/** The style of the element, as its animations change it. */
function styleAt(element: XmlElement, moment: number, document: Document): TtmlStyle {
  const own = ownStyle(element, document.styles)
  const active = animations(element).filter((set) => isShown(set, moment, document))
  return active.length > 0
    ? Object.assign({}, own, ...active.map((set) => ownStyle(set, document.styles)))
    : own
}

export function inheritText(
  element: XmlElement,
  around: InheritedText,
  look: TtmlStyle,
): InheritedText {
  const kept = preservesSpace(element, around.kept)
  if (kept === around.kept && isEmpty(look)) return around
  const { color, textEmphasis, textCombine } = { ...around.look, ...look }
  return {
    styles: textStyles(around.styles, look),
    look: {
      ...(color && { color }),
      ...(textEmphasis && { textEmphasis }),
      ...(textCombine && { textCombine }),
    },
    kept,
    hidden: look.visibility ? look.visibility === 'hidden' : around.hidden,
  }
}

const isEmpty = (look: TtmlStyle) => {
  for (const _property in look) return false
  return true
}

const PLAIN = toStyles(() => false)

export function runStyles({ styles, look }: InheritedText, ruby?: string): readonly TextStyle[] {
  const { color, textEmphasis = 'none', textCombine = 'none' } = look
  if (styles.length === 0 && !color && !ruby && textEmphasis === 'none' && textCombine === 'none')
    return PLAIN
  const isOn: Record<TagStyle, boolean> = {
    b: styles.includes('b'),
    i: styles.includes('i'),
    u: styles.includes('u'),
    em: textEmphasis !== 'none',
    tcy: textCombine !== 'none',
  }
  return toStyles((tag) => isOn[tag], color && parseColour(color), ruby)
}

/** Each base with its text. Where their numbers differ, all texts belong to all bases. */
function rubyPieces(
  container: XmlElement,
  moment: number,
  around: InheritedText,
  document: Document,
): TextPiece[] {
  const parts: { base: string[]; text: string[] } = { base: [], text: [] }
  let inside = around
  const add = (kind: 'base' | 'text', text: string) =>
    parts[kind].push(text.replace(/[ \t\n]+/g, ' ').trim())
  const gather = (element: XmlElement) => {
    for (const child of element.children) {
      if (!isElement(child)) {
        // Only indentation should be here. A text without a role is one below.
        if (child.text.trim()) add('base', child.text)
        continue
      }
      const look = ownStyle(child, document.styles)
      if (look.ruby === 'delimiter' || !isTtml(child) || !isShown(child, moment, document)) continue
      if (look.ruby === 'base') inside = inheritText(child, around, look)
      if (look.ruby === 'base' || look.ruby === 'text') add(look.ruby, textContent(child))
      else gather(child)
    }
  }
  gather(container)
  const pairs =
    parts.base.length === parts.text.length
      ? parts.base.map((base, index) => [base, parts.text[index]!] as const)
      : [[parts.base.join(''), parts.text.join('')] as const]
  return pairs.map(([base, ruby]) => ({
    text: base || ruby,
    styles: runStyles(inside, base ? ruby : undefined),
    kept: true,
  }))
}

/** Whether white space is preserved (xml:space). */
export const preservesSpace = (element: XmlElement, outside: boolean): boolean => {
  const space = getAttribute(element, 'space', XML_NAMESPACE)
  return space === undefined ? outside : space === 'preserve'
}

/** Most texts have single spaces only, which a search finds faster than a pattern. */
const collapseSpaces = (text: string): string =>
  text.includes('\n') || text.includes('  ') || text.includes('\t')
    ? text.replace(/[ \t\n]+/g, ' ')
    : text

/** Collapses white space that is not preserved, and trims it at the ends of rows. */
export function collapsePieces(pieces: readonly TextPiece[]): TextRow[] {
  const rows: TextRun[][] = [[]]
  /** Whether another space would be redundant. */
  let collapsed = true
  const trim = () => {
    const last = rows.at(-1)!.at(-1)
    if (last && collapsed && last.text.endsWith(' ')) last.text = last.text.slice(0, -1)
  }
  for (const piece of pieces) {
    if (piece === 'break') {
      trim()
      rows.push([])
      collapsed = true
    } else if (piece.kept && !piece.text.includes('\n')) {
      const text = piece.text.includes('\t') ? piece.text.replaceAll('\t', ' ') : piece.text
      rows.at(-1)!.push({ text, styles: piece.styles })
      if (text) collapsed = false
    } else if (piece.kept) {
      for (const [index, text] of piece.text.replaceAll('\t', ' ').split('\n').entries()) {
        if (index > 0) rows.push([])
        rows.at(-1)!.push({ text, styles: piece.styles })
      }
      if (piece.text) collapsed = false
    } else {
      const spaced = collapseSpaces(piece.text)
      const text: string = collapsed && spaced.startsWith(' ') ? spaced.slice(1) : spaced
      if (!text) continue
      rows.at(-1)!.push({ text, styles: piece.styles })
      collapsed = text.endsWith(' ')
    }
  }
  trim()
  return rows
}
