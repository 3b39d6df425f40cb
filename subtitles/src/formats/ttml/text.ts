// The visible text of a paragraph at one moment, in rows of styled runs.
import type { TextRow, TextRun, TextStyle } from '../../markup.ts'
import { getAttribute, isElement, XML_NAMESPACE, type XmlElement } from '../../xml/tree.ts'
import { isTtml } from './namespaces.ts'
import { textStyles, ownStyle, type TtmlStyles } from './styles.ts'
import { isSequence, timedChildren, type ElementTimes } from './time.ts'

type TextPiece = { text: string; styles: readonly TextStyle[]; kept: boolean } | 'break'
type InheritedText = { styles: readonly TextStyle[]; kept: boolean; hidden: boolean }

export function rowsAt(
  p: XmlElement,
  moment: number,
  outside: InheritedText,
  { times, styles }: { times: ElementTimes; styles: TtmlStyles },
): TextRow[] {
  const pieces: TextPiece[] = []
  const shows = (element: XmlElement) => {
    const span = times.get(element)
    return !span || (moment >= span.begin && moment < span.end)
  }
  const gather = (element: XmlElement, around: InheritedText, top: boolean) => {
    if (!top && !shows(element)) return
    const look = ownStyle(element, styles)
    if (look.display === 'none' || look.ruby === 'delimiter') return
    const inside = {
      styles: textStyles(around.styles, look),
      kept: preservesSpace(element, around.kept),
      hidden: look.visibility ? look.visibility === 'hidden' : around.hidden,
    }
    // Ruby text has no markup of its own here. It follows in parentheses, as in TTML's own
    // fallback.
    const reading = look.ruby === 'text' && !inside.hidden
    if (reading) pieces.push({ text: '\uff08', styles: inside.styles, kept: true })
    // Bare text in a sequence has no duration, and inside a ruby container it is only indentation.
    const silent =
      (isSequence(element) && (top || timedChildren(element).length > 0)) ||
      look.ruby?.toLowerCase().endsWith('container')
    for (const child of element.children) {
      if (!isElement(child)) {
        if (!inside.hidden && !silent)
          pieces.push({ text: child.text, styles: inside.styles, kept: inside.kept })
      } else if (!isTtml(child)) continue
      else if (child.name === 'br') {
        if (shows(child)) pieces.push('break')
      } else if (child.name === 'span') gather(child, inside, false)
    }
    if (reading) pieces.push({ text: '\uff09', styles: inside.styles, kept: true })
  }
  gather(p, outside, true)
  return collapsePieces(pieces)
}

/** Whether white space is preserved (xml:space). */
export const preservesSpace = (element: XmlElement, outside: boolean): boolean => {
  const space = getAttribute(element, 'space', XML_NAMESPACE)
  return space === undefined ? outside : space === 'preserve'
}

/** Collapses white space that is not preserved, and trims it at the ends of rows. */
function collapsePieces(pieces: readonly TextPiece[]): TextRow[] {
  const rows: TextRun[][] = [[]]
  /** Whether another space would be redundant. */
  let collapsed = true
  const trim = () => {
    const last = rows.at(-1)!.at(-1)
    if (last && collapsed) last.text = last.text.replace(/ $/, '')
  }
  for (const piece of pieces) {
    if (piece === 'break') {
      trim()
      rows.push([])
      collapsed = true
    } else if (piece.kept) {
      const lines = piece.text.replaceAll('\t', ' ').split('\n')
      lines.forEach((text, index) => {
        if (index) rows.push([])
        rows.at(-1)!.push({ text, styles: piece.styles })
      })
      if (piece.text) collapsed = false
    } else {
      const text = piece.text
        .replace(/[ \t\n]+/g, ' ')
        .slice(collapsed && /^[ \t\n]/.test(piece.text) ? 1 : 0)
      if (!text) continue
      rows.at(-1)!.push({ text, styles: piece.styles })
      collapsed = text.endsWith(' ')
    }
  }
  trim()
  return rows
}
