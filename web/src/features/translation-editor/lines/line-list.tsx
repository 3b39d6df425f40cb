import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from '../../../i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useEditor } from '../editor-context.ts'
import { useMergeScript, useScriptChanges } from '../use-script-changes.ts'
import { LineRow } from './line-row.tsx'
import { OpenLine } from './open-line.tsx'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import styles from './lines.module.css'

/** The list of all lines. Only the visible ones are rendered. */
export function LineList() {
  const { t } = useTranslation('translation-editor')
  const {
    lines,
    selected,
    select,
    findings,
    people,
    rules,
    clock,
    state,
    focusRequest,
    lineComments,
    reference,
  } = useEditor()
  const { drafts } = state.track
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useStableArray(lines.map(({ _id }) => _id))
  const getItemKey = useCallback((index: number) => ids[index]!, [ids])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 45,
    overscan: 8,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 45,
    useFlushSync: false,
    getItemKey,
  })
  const selectedIndex = lines.findIndex(({ _id }) => _id === selected)
  useScrollAnchor(scroller, {
    ids,
    selected,
    start: virtual.measurementsCache[selectedIndex]?.start,
  })
  useEffect(() => {
    const align = focusRequest.current === undefined ? 'center' : 'auto'
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex, { align })
  }, [selected])
  if (lines.length === 0) return <NoLines />
  return (
    <div ref={scroller} className={styles.scroller}>
      <ol
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
            comments: lineComments.byLine.get(line._id),
            reference:
              reference.chosen && reference.textOf
                ? {
                    text: reference.textOf.get(line._id) ?? '',
                    language: reference.chosen.language,
                  }
                : undefined,
            people: people.filter((person) => person.line === line._id),
          }
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={lines.length}
            >
              {line._id === selected ? (
                <OpenLine {...props} />
              ) : (
                <LineRow {...props} rules={rules} clock={clock} select={select} />
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** A script that came after the order has the lines to begin with. */
function NoLines() {
  const { t } = useTranslation('translation-editor')
  const changes = useScriptChanges()
  const { merge, isPending } = useMergeScript()
  if (changes && changes.conflicts.length === 0)
    return (
      <EmptyState
        title={t('scriptArrived', { count: changes.lines })}
        action={
          <Button onClick={() => merge({})} loading={isPending}>
            {t('addScriptLines')}
          </Button>
        }
      >
        <p>{t('scriptArrivedHint')}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={t('empty')}>
      <p>{t('emptyAdvice', { keys: shortcutLabel('add') })}</p>
    </EmptyState>
  )
}

type Anchor = { ids: string[]; selected: string | undefined; start: number | undefined }

/** Keeps the selected line in place when others add or remove lines above it. */
function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  { ids, selected, start }: Anchor,
) {
  const previous = useRef({ ids, selected, start })
  useLayoutEffect(() => {
    const { ids: idsBefore, selected: selectedBefore, start: startBefore } = previous.current
    const isMoved = idsBefore !== ids && selectedBefore === selected
    if (isMoved && startBefore !== undefined && start !== undefined && start !== startBefore)
      scroller.current?.scrollBy({ top: start - startBefore, behavior: 'instant' })
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
