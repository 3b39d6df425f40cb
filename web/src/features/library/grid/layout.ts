export type GridView = 'grid' | 'list'
export type GridLayout = {
  columns: number
  gap: number
  /** Includes the gap below. */ rowHeight: number
}

const CARD_WIDTH = 230
const [GAP, NARROW_GAP] = [20, 12]
/**
 * The text below an image: two lines of name, one of project and type, one of phase. Fixed, so that
 * the position of every item is known before it is loaded.
 */
const [TEXT, NARROW_TEXT] = [116, 118]
const NARROW = 560

export function gridLayout(width: number): GridLayout {
  const isNarrow = width < NARROW
  const gap = isNarrow ? NARROW_GAP : GAP
  // Two columns on a phone: one column of 100,000 items would exceed the scroll height of browsers.
  const columns = Math.max(2, Math.floor((width + gap) / (CARD_WIDTH + gap)))
  const card = (width - gap * (columns - 1)) / columns
  return {
    columns,
    gap,
    rowHeight: Math.round((card * 9) / 16) + (isNarrow ? NARROW_TEXT : TEXT) + gap,
  }
}

/** The index an arrow key moves to, or undefined at an edge. */
export function neighbourIndex(
  index: number,
  key: string,
  { columns, total, isMirrored }: { columns: number; total: number; isMirrored: boolean },
): number | undefined {
  const ahead = isMirrored ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: ahead,
    ArrowLeft: -ahead,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: total - 1 - index,
  }
  const step = steps[key]
  const to = step === undefined ? -1 : index + step
  return to >= 0 && to < total && to !== index ? to : undefined
}
