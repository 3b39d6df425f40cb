import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { useEditor } from '../editor-context.ts'
import { LineRow } from './line-row.tsx'
import { OpenLine } from './open-line.tsx'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import styles from './lines.module.css'

/** The list of all lines. Only the visible ones are rendered. */
export function LineList({ asset }: { asset: string }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, select, findings, people, rules, clock, state, focusRequest } =
    useEditor()
  const { drafts } = state.track
  const list = useRef<HTMLOListElement>(null)
  const { top, covered } = useListPosition(list)
  const ids = useStableArray(lines.map(({ _id }) => _id))
  const getItemKey = useCallback((index: number) => ids[index]!, [ids])
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
  const selectedIndex = lines.findIndex(({ _id }) => _id === selected)
  useScrollAnchor({ ids, selected, start: virtual.measurementsCache[selectedIndex]?.start })
  useEffect(() => {
    const align = focusRequest.current === undefined ? 'center' : 'auto'
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align })
  }, [selected])
  if (lines.length === 0)
    return (
      <EmptyState title={t('empty')}>
        <p>{t('emptyAdvice', { keys: shortcutLabel('add') })}</p>
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
        const props = {
          line,
          findings: findings.get(line._id),
          draft: drafts.get(line._id),
          people: people.filter((person) => person.line === line._id),
        }
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start - top}px)` }}
            aria-posinset={index + 1}
            aria-setsize={lines.length}
          >
            {line._id === selected ? (
              <OpenLine {...props} asset={asset} />
            ) : (
              <LineRow {...props} rules={rules} clock={clock} select={select} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Heights of the sticky elements above the list. */
const STICKY_PX = 140
const TOOLBAR_PX = 60

/** Where the list begins on the page, and how much of it the sticky elements cover. */
function useListPosition(list: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState({ top: 0, covered: STICKY_PX })
  const isNarrow = useIsNarrow()
  useLayoutEffect(() => {
    const heightOf = (selector: string) =>
      document.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
    const top = list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0
    const covered = isNarrow
      ? TOOLBAR_PX + heightOf('aside')
      : STICKY_PX + heightOf('[data-sticky]')
    if (top !== position.top || covered !== position.covered) setPosition({ top, covered })
  })
  return position
}

type Anchor = { ids: string[]; selected: string | undefined; start: number | undefined }

/** Keeps the selected line in place when others add or remove lines above it. */
function useScrollAnchor({ ids, selected, start }: Anchor) {
  const previous = useRef({ ids, selected, start })
  useLayoutEffect(() => {
    const { ids: idsBefore, selected: selectedBefore, start: startBefore } = previous.current
    const isMoved = idsBefore !== ids && selectedBefore === selected
    if (isMoved && startBefore !== undefined && start !== undefined && start !== startBefore)
      scrollBy({ top: start - startBefore, behavior: 'instant' })
    previous.current = { ids, selected, start }
  })
}

/** Returns the same array while its content is the same: a new one makes the list measure again. */
function useStableArray(ids: string[]): string[] {
  const [stable, setStable] = useState(ids)
  if (stable.length === ids.length && stable.every((id, index) => id === ids[index])) return stable
  setStable(ids)
  return ids
}
