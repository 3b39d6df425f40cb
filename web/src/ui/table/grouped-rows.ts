// A list with group headings between its items: which row of the screen shows what.
export type RowGroup = { title: string; count: number }
export type GroupedRow = { heading: RowGroup } | { item: number }

export type GroupedRows = {
  count: number
  at: (row: number) => GroupedRow
  /** The row of an item. */
  rowOf: (item: number) => number
  /** The first item at or after a row. */
  itemAt: (row: number) => number
}

/** Without groups, every row is an item. Groups may have more items than the list reaches. */
export function groupedRows(total: number, groups: readonly RowGroup[] | undefined): GroupedRows {
  if (!groups)
    return { count: total, at: (item) => ({ item }), rowOf: (item) => item, itemAt: (row) => row }
  /** `row`: where the heading is; `item`: the first item below it. */
  const starts: { row: number; item: number; group: RowGroup }[] = []
  let item = 0
  for (const group of groups) {
    starts.push({ row: item + starts.length, item, group })
    item += group.count
    if (item >= total) break
  }
  const lastStart = (isBefore: (start: (typeof starts)[number]) => boolean) =>
    starts[Math.max(0, starts.findLastIndex(isBefore))]
  const itemAt = (row: number) => {
    const start = lastStart((one) => one.row <= row)
    return start ? start.item + Math.max(0, row - start.row - 1) : 0
  }
  return {
    count: Math.min(item, total) + starts.length,
    at: (row) => {
      const start = lastStart((one) => one.row <= row)
      return start?.row === row ? { heading: start.group } : { item: itemAt(row) }
    },
    rowOf: (wanted) => {
      const start = lastStart((one) => one.item <= wanted && one.group.count > 0)
      return start ? start.row + 1 + wanted - start.item : wanted
    },
    itemAt,
  }
}
