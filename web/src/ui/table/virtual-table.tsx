// A table of any length. Only the visible rows are rendered; rows that are loading are placeholders.
import {
  memo,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { IndexRange } from '../../api/index-range.ts'
import { formatNumber } from '../format/format.ts'
import { useIsNarrow } from '../layout/use-is-narrow.ts'
import { usePlace } from '../layout/use-place.ts'
import { groupedRows, type RowGroup } from './grouped-rows.ts'
import { listAction, rowAction } from './row-keys.ts'
import type { Selection } from './selection.ts'
import type { VirtualColumn } from './virtual-column.ts'
import { TableHead } from './virtual-table-head.tsx'
import { useLatest } from './use-latest.ts'
import { useReportVisible } from './use-report-visible.ts'
import styles from './virtual-table.module.css'

type Props<T> = {
  label: string
  columns: [VirtualColumn<T>, ...VirtualColumn<T>[]]
  total: number
  at: (index: number) => T | undefined
  groups?: readonly RowGroup[] | undefined
  onVisible: (range: IndexRange) => void
  onOpen: (row: T) => void
  /** Opens the dialog that assigns the row to somebody. */
  onAssign?: (row: T) => void
  selection?: Selection<T> | undefined
  selectLabel: (row: T) => string
  order: string
  onOrder: (order: string) => void
  isOutdated: boolean
}

const [ROW, NARROW_ROW, GROUP_ROW] = [28, 62, 30]
const OVERSCAN = 4
/** Rows beyond the visible ones that are loaded, so that a scroll rarely reaches a placeholder. */
const AHEAD = 24

export function VirtualTable<T extends { _id: string }>(props: Props<T>) {
  const [frame, { width, top }] = usePlace<HTMLDivElement>()
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-outdated={props.isOutdated}
      aria-busy={props.isOutdated}
    >
      {width > 0 && <Grid {...props} top={top} />}
    </div>
  )
}

function Grid<T extends { _id: string }>(props: Props<T> & { top: number }) {
  const { label, columns, total, at, selection, order, onOrder, top } = props
  const isNarrow = useIsNarrow()
  const rows = groupedRows(total, props.groups)
  const [focused, setFocused] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const virtual = useRows({ rows, isNarrow, top, focused: rows.rowOf(focused) })
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
  useReportVisible(rows.itemAt(startIndex - AHEAD), rows.itemAt(endIndex + AHEAD), props.onVisible)

  const focusRow = (index: number) => {
    setFocused(index)
    virtual.scrollToIndex(rows.rowOf(index), { align: 'auto' })
    focusSoon(list.current, index)
  }
  useStartKeys(() => focusRow(focused))
  const picking = useLatest({ pick: selection?.pick, label: props.selectLabel })
  const onKeyDown = (event: KeyboardEvent) => {
    const index = rowIndexOf(event.target)
    const row = index === undefined ? undefined : at(index)
    if (index === undefined || !row) return
    const action = rowAction(event, index, total)
    if (!action) {
      if (listAction(event) === 'assign') props.onAssign?.(row)
      return
    }
    event.preventDefault()
    if (action.type === 'open') props.onOpen(row)
    if (action.type === 'clear') selection?.clear()
    if (action.type === 'select') selection?.pick(index, row, action.extend)
    if (action.type !== 'move') return
    const next = at(action.to)
    if (action.extend && next && selection) {
      if (!selection.selected.has(row._id)) selection.pick(index, row, false)
      selection.pick(action.to, next, true)
    }
    focusRow(action.to)
  }
  const tracks = [selection && '26px', ...columns.map(({ width }) => width)]
    .filter(Boolean)
    .join(' ')
  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-multiselectable={selection ? true : undefined}
      className={styles.table}
      data-narrow={isNarrow}
      style={{ '--tracks': tracks } as React.CSSProperties}
    >
      <TableHead columns={columns} order={order} onOrder={onOrder} hasBoxes={Boolean(selection)} />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the rows have the focus */}
      <div
        ref={list}
        role="rowgroup"
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const index = rowIndexOf(target.closest('[data-index]') ?? target)
          if (index !== undefined) setFocused(index)
        }}
      >
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const shown = rows.at(index)
          const place = { top: start - top, height: size }
          if ('heading' in shown)
            return <Heading key={`h${index}`} group={shown.heading} row={index} place={place} />
          const row = at(shown.itemIndex)
          return (
            <Row
              key={shown.itemIndex}
              index={shown.itemIndex}
              rowIndex={index + 2}
              row={row}
              top={place.top}
              height={size}
              columns={columns}
              isFocusable={shown.itemIndex === focused}
              isPicked={Boolean(row && selection?.selected.has(row._id))}
              hasBox={Boolean(selection)}
              picking={picking}
            />
          )
        })}
      </div>
    </div>
  )
}

function useRows({
  rows,
  isNarrow,
  top,
  focused,
}: {
  rows: ReturnType<typeof groupedRows>
  isNarrow: boolean
  top: number
  focused: number
}) {
  const virtual = useWindowVirtualizer({
    count: rows.count,
    estimateSize: (row) => ('heading' in rows.at(row) ? GROUP_ROW : isNarrow ? NARROW_ROW : ROW),
    overscan: OVERSCAN,
    scrollMargin: top,
    // The header of the app and the head of the table cover the first rows.
    scrollPaddingStart: 100,
    useFlushSync: false,
    // Keeps the focused row mounted, or the focus would be lost when it scrolls out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return focused >= range.count || shown.includes(focused)
        ? shown
        : [...shown, focused].toSorted((one, other) => one - other)
    },
  })
  const { measure } = virtual
  const shape = `${rows.count} ${isNarrow} ${rows.rowOf(1)} ${rows.rowOf(50)}`
  useEffect(() => {
    measure()
  }, [measure, shape])
  return virtual
}

type Place = { top: number; height: number }

function Heading({ group, row, place }: { group: RowGroup; row: number; place: Place }) {
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.group} style={place}>
      <span role="rowheader" dir="auto">
        {group.title} <span className={styles.groupCount}>{formatNumber(group.count)}</span>
      </span>
    </div>
  )
}

type RowProps<T> = Place & {
  index: number
  rowIndex: number
  row: T | undefined
  columns: VirtualColumn<T>[]
  isFocusable: boolean
  isPicked: boolean
  hasBox: boolean
  picking: RefObject<{ pick?: Selection<T>['pick'] | undefined; label: (row: T) => string }>
}

/** Rendered again only if something about the row changes, because a scroll renders the table. */
const Row = memo(function Row<T extends { _id: string }>(props: RowProps<T>) {
  const { index, rowIndex, row, columns, isFocusable, isPicked, hasBox, picking, top, height } =
    props
  const [name, ...others] = columns
  const onClick = (event: React.MouseEvent) => {
    if (!row || !hasBox || !(event.shiftKey || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    picking.current.pick?.(index, row, event.shiftKey)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- x selects by keyboard
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={hasBox ? isPicked : undefined}
      tabIndex={isFocusable ? 0 : -1}
      data-index={index}
      className={styles.row}
      style={{ top, height }}
      onClickCapture={onClick}
    >
      {hasBox && (
        <span role="gridcell" className={styles.box}>
          {row && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={isPicked}
              aria-label={picking.current.label(row)}
              onChange={({ nativeEvent }) =>
                picking.current.pick?.(index, row, (nativeEvent as MouseEvent).shiftKey)
              }
            />
          )}
        </span>
      )}
      <span role="gridcell" className={row ? styles.name : styles.placeholder}>
        {row && name!.cell(row)}
      </span>
      {row && (
        <span className={styles.others} role="presentation">
          {others.map(({ key, cell }) => (
            <span key={key} role="gridcell" className={styles.cell} data-column={key}>
              {cell(row)}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}) as <T extends { _id: string }>(props: RowProps<T>) => ReactNode

/** Only a press on the row itself: a field inside it keeps its keys. */
const rowIndexOf = (target: EventTarget): number | undefined =>
  target instanceof HTMLElement && target.dataset.index ? Number(target.dataset.index) : undefined

/** The row may have to be rendered first. */
function focusSoon(list: HTMLElement | null, index: number, tries = 60) {
  const row = list?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  if (row) row.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(list, index, tries - 1))
}

/** j or k starts in the list while nothing else has the focus. */
function useStartKeys(start: () => void) {
  const latest = useLatest(start)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const focused = document.activeElement
      const isFree = focused === document.body || focused?.matches('h1, main')
      const action = isFree && listAction(event)
      if (action !== 'next' && action !== 'previous') return
      // An arrow scrolls the page.
      if (event.key.length > 1) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
