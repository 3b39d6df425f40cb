// What is read in a paragraph at one moment: letters with their looks, in rows.
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
    // The reading of a character has no place of its own in a fragment; it follows in parentheses,
    // as TTML's own fallback has it.
    const reading = look.ruby === 'text' && !inside.hidden
    if (reading) pieces.push({ text: '\uff08', styles: inside.styles, kept: true })
    // Bare text between the members of a sequence has no length, and between the parts of a ruby it
    // is only indentation.
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

/** Whether white space is kept as typed (xml:space). */
export const preservesSpace = (element: XmlElement, outside: boolean): boolean => {
  const space = getAttribute(element, 'space', XML_NAMESPACE)
  return space === undefined ? outside : space === 'preserve'
}

/** White space that is not kept becomes one space between words, and none at the ends of a row. */
function collapsePieces(pieces: readonly TextPiece[]): TextRow[] {
  const rows: TextRun[][] = [[]]
  /** Whether a space here would be one too many. */
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
