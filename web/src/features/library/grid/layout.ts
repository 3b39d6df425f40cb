export type GridView = 'grid' | 'list'
export type GridLayout = {
  view: GridView
  columns: number
  gap: number
  /** With the gap below it. */ rowHeight: number
}

const CARD_WIDTH = 230
const [GAP, NARROW_GAP] = [20, 12]
/**
 * What stands below a picture: two lines of name, one of project and type, one of phase. Fixed, so
 * that the place of the last of a hundred thousand is known before any is here.
 */
const [TEXT, NARROW_TEXT] = [116, 118]
const [ROW, NARROW_ROW] = [77, 93]
const NARROW = 560

export function gridLayout(width: number, view: GridView): GridLayout {
  const isNarrow = width < NARROW
  if (view === 'list') return { view, columns: 1, gap: 0, rowHeight: isNarrow ? NARROW_ROW : ROW }
  const gap = isNarrow ? NARROW_GAP : GAP
  // Two on a phone: one column of a hundred thousand would be higher than browsers can scroll.
  const columns = Math.max(2, Math.floor((width + gap) / (CARD_WIDTH + gap)))
  const card = (width - gap * (columns - 1)) / columns
  return {
    view,
    columns,
    gap,
    rowHeight: Math.round((card * 9) / 16) + (isNarrow ? NARROW_TEXT : TEXT) + gap,
  }
}

/** Where an arrow key leads from a place, if anywhere. */
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
