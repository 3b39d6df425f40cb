// Text in a terminal: its width in cells, padding, truncation and column widths.
import measure from 'fast-string-truncated-width'

const ELLIPSIS = '…'

/**
 * Replaces control and text direction characters with spaces. Names are written by other users and
 * must not control the terminal.
 */
export const sanitizeText = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()

export const textWidth = (text: string): number => measure(text).width

export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)))

/** Ends with an ellipsis if the text is wider than `width`. */
export function truncateText(text: string, width: number): string {
  const { truncated, index } = measure(text, { limit: width, ellipsis: ELLIPSIS })
  return truncated ? `${text.slice(0, index).trimEnd()}${ELLIPSIS}` : text
}

/** Columns shrink to 16 cells (a time) first, and then, if necessary, to 6 (still readable). */
const MIN_WIDTHS = [16, 6]

/**
 * Column widths that fit into `available` cells. The first column keeps its width, because people
 * copy ids from it; the widest of the others shrink first. If that is not enough, the terminal
 * wraps the lines.
 */
export function fitColumns(widths: readonly number[], available: number): number[] {
  const fitted = [...widths]
  const total = () => fitted.reduce((sum, width) => sum + width, 2 * (fitted.length - 1))
  for (const minimum of MIN_WIDTHS) {
    while (total() > available) {
      const widest = fitted.indexOf(Math.max(...fitted.slice(1)), 1)
      if (widest < 1 || fitted[widest]! <= minimum) break
      fitted[widest]! -= 1
    }
  }
  return fitted
}
