// What is read in a paragraph at one moment: letters with their looks, in rows.
import type { TextRow, TextRun, TextStyle } from '../../markup.ts'
import { attributeOf, isElement, XML_SPACE, type Element } from '../../xml/tree.ts'
import { isTtml } from './names.ts'
import { lettering, lookOf, type Styles } from './styles.ts'
import { isSequence, timedChildren, type Times } from './time.ts'

type Piece = { text: string; styles: readonly TextStyle[]; kept: boolean } | 'break'
type Outside = { styles: readonly TextStyle[]; kept: boolean; hidden: boolean }

export function rowsAt(
  p: Element,
  moment: number,
  outside: Outside,
  { times, styles }: { times: Times; styles: Styles },
): TextRow[] {
  const pieces: Piece[] = []
  const shows = (element: Element) => {
    const span = times.get(element)
    return !span || (moment >= span.begin && moment < span.end)
  }
  const gather = (element: Element, around: Outside, top: boolean) => {
    if (!top && !shows(element)) return
    const look = lookOf(element, styles)
    if (look.display === 'none' || look.ruby === 'delimiter') return
    const inside = {
      styles: lettering(around.styles, look),
      kept: keeps(element, around.kept),
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
  return settle(pieces)
}

/** Whether white space is kept as typed (xml:space). */
export const keeps = (element: Element, outside: boolean): boolean => {
  const space = attributeOf(element, 'space', XML_SPACE)
  return space === undefined ? outside : space === 'preserve'
}

/** White space that is not kept becomes one space between words, and none at the ends of a row. */
function settle(pieces: readonly Piece[]): TextRow[] {
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
