// A virtual grid of any length. Assets that are still loading have placeholders.
import { useEffect, useRef, useState } from 'react'
import type { assets } from '@reelay/api/contract'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { usePlace } from '../../../ui/layout/use-place.ts'
import type { IndexRange } from '../../../api/index-range.ts'
import { useLatest } from '../../../ui/table/use-latest.ts'
import { useReportVisible } from '../../../ui/table/use-report-visible.ts'
import { AssetCard } from './asset-card.tsx'
import { gridLayout, neighbourIndex } from './layout.ts'
import type { AssetSelection } from './asset-selection.ts'
import styles from './grid.module.css'

type Props = {
  label: string
  total: number
  at: (index: number) => assets.Asset | undefined
  /** The visible range with some overscan. */
  onVisible: (range: IndexRange) => void
  /** Undefined without permission to order. */
  selection: AssetSelection | undefined
  isOutdated: boolean
}

const OVERSCAN = 1
/** Rows beyond the visible ones that are loaded. */
const AHEAD = 3

export function VirtualGrid(parts: Props) {
  const [frame, { width, top }] = usePlace<HTMLDivElement>()
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-outdated={parts.isOutdated}
      aria-busy={parts.isOutdated}
    >
      {width > 0 && <Rows {...parts} width={width} top={top} />}
    </div>
  )
}

function Rows({
  label,
  total,
  at,
  onVisible,
  selection,
  width,
  top,
}: Props & { width: number; top: number }) {
  const [projects, types] = [useProjects(), useAssetTypes()]
  const { columns, gap, rowHeight } = gridLayout(width)
  const cardWidth = (width - gap * (columns - 1)) / columns
  const pick = useLatest(selection?.pick)
  const list = useRef<HTMLUListElement>(null)
  const [focusedRow, setFocusedRow] = useState<number | null>(null)
  const rows = useVirtualRows({
    count: Math.ceil(total / columns),
    rowHeight,
    top,
    focusedRow,
  })
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {}
  useReportVisible(
    (startIndex - AHEAD) * columns,
    (endIndex + AHEAD) * columns + columns - 1,
    onVisible,
  )

  const onKeyDown = (event: React.KeyboardEvent) => {
    const from = indexOf(event.target)
    const to =
      from === undefined || event.ctrlKey || event.metaKey || event.altKey
        ? undefined
        : neighbourIndex(from, event.key, { columns, total, isMirrored: document.dir === 'rtl' })
    if (to === undefined) return
    event.preventDefault()
    rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' })
    focusSoon(list.current, to)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move
    // between the links inside
    <ul
      ref={list}
      className={styles.grid}
      aria-label={label}
      style={{ height: rows.getTotalSize() - gap }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const index = indexOf(target)
        if (index !== undefined) setFocusedRow(Math.floor(index / columns))
      }}
      onBlur={() => setFocusedRow(null)}
    >
      {rows.getVirtualItems().flatMap(({ index: row, start }) =>
        Array.from({ length: Math.min(columns, total - row * columns) }, (_none, column) => {
          const index = row * columns + column
          const asset = at(index)
          return (
            <AssetCard
              key={index}
              index={index}
              total={total}
              asset={asset}
              note={asset ? `${types.nameOf(asset.type)} · ${projects.nameOf(asset.project)}` : ''}
              isPicked={Boolean(asset && selection?.selected.has(asset._id))}
              hasBox={Boolean(selection)}
              pick={pick}
              width={cardWidth}
              height={rowHeight - gap}
              inset={column * (cardWidth + gap)}
              top={start - top}
            />
          )
        }),
      )}
    </ul>
  )
}

function useVirtualRows({
  count,
  rowHeight,
  top,
  focusedRow,
}: {
  count: number
  rowHeight: number
  top: number
  focusedRow: number | null
}) {
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    useFlushSync: false,
    // Keeps the focused row mounted, or the focus would be lost when it scrolls out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return focusedRow === null || focusedRow >= range.count || shown.includes(focusedRow)
        ? shown
        : [...shown, focusedRow].toSorted((one, other) => one - other)
    },
  })
  const { measure } = rows
  useEffect(() => {
    measure()
  }, [measure, rowHeight])
  return rows
}

function indexOf(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return cell ? Number(cell.dataset.index) : undefined
}

/** The card may have to be fetched and rendered first. */
function focusSoon(list: HTMLElement | null, index: number, tries = 60) {
  const link = list?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusSoon(list, index, tries - 1))
}
