import { useEffect, useEffectEvent, useRef } from 'react'
import { areAdjacent, wholePages, type IndexRange } from '../../api/index-range.ts'

/**
 * Pages passed while dragging the scroll bar are not fetched: 40 of them would delay the wanted one
 * by seconds.
 */
const REST_MS = 180

/**
 * Reports the pages of the visible items: at once while scrolling, after a pause when the position
 * jumps.
 */
export function useReportVisible(
  first: number,
  last: number,
  onVisible: (range: IndexRange) => void,
) {
  const lastRange = useRef<IndexRange>({ first: 0, last: 0 })
  const pages = wholePages({ first: Math.max(0, first), last })
  const report = useEffectEvent((range: IndexRange) => {
    lastRange.current = range
    onVisible(range)
  })
  useEffect(() => {
    if (areAdjacent(lastRange.current, pages)) return report(pages)
    const timer = setTimeout(() => report(pages), REST_MS)
    return () => clearTimeout(timer)
  }, [pages.first, pages.last])
}
