import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { useDesk } from './desk.ts'
import { LineRow } from './line-row.tsx'
import { OpenLine } from './open-line.tsx'
import styles from './lines.module.css'

/** What stays at the top covers what is scrolled to: the bar of the app and that of the editor. */
const COVERED = 150

/** All lines of the sheet, of which only those in sight are drawn. */
export function LineList({ asset }: { asset: string }) {
  const { t } = useTranslation('translate')
  const { lines, selected, select, findings, people, rules, state: { sheet: { drafts } }, wish } = useDesk()
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => { const now = list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0; if (now !== top) setTop(now) })
  const virtual = useWindowVirtualizer({
    count: lines.length, estimateSize: () => 76, overscan: 6, scrollMargin: top, scrollPaddingStart: COVERED, scrollPaddingEnd: 120, useFlushSync: false, getItemKey: (at) => lines[at]!._id,
  })
  const place = lines.findIndex(({ _id }) => _id === selected)
  useEffect(() => { if (place >= 0) virtual.scrollToIndex(place, { align: wish.current === undefined ? 'center' : 'auto' }) }, [selected])
  if (lines.length === 0) return <Empty title={t('empty')}><p>{t('emptyAdvice')}</p></Empty>
  return (
    <ol ref={list} className={styles.lines} aria-label={t('linesOf')} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const line = lines[index]!
        const own = { line, findings: findings.get(line._id), draft: drafts.get(line._id), here: people.filter((person) => person.line === line._id) }
        return (
          <li key={key} ref={virtual.measureElement} data-index={index} className={styles.place} style={{ transform: `translateY(${start - top}px)` }} aria-posinset={index + 1} aria-setsize={lines.length}>
            {line._id === selected ? <OpenLine {...own} asset={asset} /> : <LineRow {...own} rules={rules} select={select} />}
          </li>
        )
      })}
    </ol>
  )
}
