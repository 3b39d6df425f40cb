import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { useEditor } from '../editor-context.ts'
import { LineRow } from './line-row.tsx'
import { OpenLine } from './open-line.tsx'
import styles from './lines.module.css'

/** What stays at the top covers what is scrolled to: the bars, and on a phone the film. */
const STICKY_PX = 140
const TOOLBAR_PX = 60

/** All lines of the sheet, of which only those in sight are drawn. */
export function LineList({ asset }: { asset: string }) {
  const { t } = useTranslation('translation-editor')
  const {
    lines,
    selected,
    select,
    findings,
    people,
    rules,
    state: {
      track: { drafts },
    },
    focusRequest: wish,
  } = useEditor()
  const list = useRef<HTMLOListElement>(null)
  const [{ top, covered }, setPlace] = useState({ top: 0, covered: STICKY_PX })
  const isNarrow = useIsNarrow()
  useLayoutEffect(() => {
    const now = list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0
    const tall = (what: string) => document.querySelector<HTMLElement>(what)?.offsetHeight ?? 0
    const above = isNarrow ? TOOLBAR_PX + tall('aside') : STICKY_PX + tall('[data-covers]')
    if (now !== top || above !== covered) setPlace({ top: now, covered: above })
  })
  const ids = useStableArray(lines.map(({ _id }) => _id))
  const getItemKey = useCallback((at: number) => ids[at]!, [ids])
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => 76,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: 120,
    useFlushSync: false,
    getItemKey,
  })
  const place = lines.findIndex(({ _id }) => _id === selected)
  // What others add above the line that is worked on must not push it away from under the caret.
  const start = virtual.measurementsCache[place]?.start
  const stood = useRef({ ids, selected, start })
  useLayoutEffect(() => {
    const { ids: before, selected: same, start: was } = stood.current
    if (
      before !== ids &&
      same === selected &&
      was !== undefined &&
      start !== undefined &&
      start !== was
    )
      scrollBy({ top: start - was, behavior: 'instant' })
    stood.current = { ids, selected, start }
  })
  useEffect(() => {
    if (place >= 0)
      virtual.scrollToIndex(place, { align: wish.current === undefined ? 'center' : 'auto' })
  }, [selected])
  if (lines.length === 0)
    return (
      <EmptyState title={t('empty')}>
        <p>{t('emptyAdvice')}</p>
      </EmptyState>
    )
  return (
    <ol
      ref={list}
      className={styles.lines}
      aria-label={t('lines')}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index]!
        const own = {
          line,
          findings: findings.get(line._id),
          draft: drafts.get(line._id),
          here: people.filter((person) => person.line === line._id),
        }
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.place}
            style={{ transform: `translateY(${start - top}px)` }}
            aria-posinset={index + 1}
            aria-setsize={lines.length}
          >
            {line._id === selected ? (
              <OpenLine {...own} asset={asset} />
            ) : (
              <LineRow {...own} rules={rules} select={select} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/**
 * The same array for as long as it says the same: another one has the list measured anew, all ten
 * thousand lines of it.
 */
function useStableArray(ids: string[]): string[] {
  const [kept, keep] = useState(ids)
  if (kept.length === ids.length && kept.every((id, at) => id === ids[at])) return kept
  keep(ids)
  return ids
}
