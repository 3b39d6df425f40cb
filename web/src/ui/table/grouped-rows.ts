// A list with group headings between its items: which row of the screen shows what. Two groups of
// two items take six rows: 0 is the heading of the first, 1 and 2 are the items 0 and 1, 3 is the
// heading of the second, 4 and 5 are the items 2 and 3.
export type RowGroup = { title: string; count: number }
export type GroupedRow = { heading: RowGroup } | { itemIndex: number }

export type GroupedRows = {
  count: number
  at: (row: number) => GroupedRow
  rowOf: (itemIndex: number) => number
  /** The first item at or after a row. */
  itemAt: (row: number) => number
}

/** `firstItem` is the index of the first item below the heading. */
type GroupStart = { headingRow: number; firstItem: number; group: RowGroup }

/** Without groups, every row is an item. Groups may have more items than the list reaches. */
export function groupedRows(total: number, groups: readonly RowGroup[] | undefined): GroupedRows {
  const starts = groups ? startsOf(groups, total) : []
  const [firstStart] = starts
  if (!firstStart)
    return { count: total, at: (row) => ({ itemIndex: row }), rowOf: same, itemAt: same }
  // The table asks for rows before the first, too, to load ahead.
  const startAt = (row: number) =>
    starts.findLast(({ headingRow }) => headingRow <= row) ?? firstStart
  const itemAt = (row: number) => {
    const { headingRow, firstItem } = startAt(row)
    return row <= headingRow ? firstItem : firstItem + row - headingRow - 1
  }
  const last = starts.at(-1)!
  return {
    count: Math.min(last.firstItem + last.group.count, total) + starts.length,
    at(row) {
      const { headingRow, group } = startAt(row)
      return row === headingRow ? { heading: group } : { itemIndex: itemAt(row) }
    },
    rowOf(itemIndex) {
      // Of groups that start with the same item, only the last has items.
      const { headingRow, firstItem } =
        starts.findLast((start) => start.firstItem <= itemIndex && start.group.count > 0) ??
        firstStart
      return headingRow + 1 + itemIndex - firstItem
    },
    itemAt,
  }
}

const same = (index: number) => index

function startsOf(groups: readonly RowGroup[], total: number): GroupStart[] {
  const starts: GroupStart[] = []
  let firstItem = 0
  for (const group of groups) {
    starts.push({ headingRow: firstItem + starts.length, firstItem, group })
    firstItem += group.count
    if (firstItem >= total) break
  }
  return starts
}
