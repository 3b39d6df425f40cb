import { useState } from 'react'
import { Button, CloseButton, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { findIn, replaceIn } from './find.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './find-bar.module.css'

/** The browser's own search sees only the lines that are drawn; this one sees all. */
export function FindBar({ withReplace, close }: { withReplace: boolean; close: () => void }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, select, store, readOnly, actions: acts } = useEditor()
  const [search, setSearch] = useState({ words: '', matchCase: false })
  const [by, setBy] = useState('')
  const found = findIn(lines, search)
  const place = selected === undefined ? -1 : found.indexOf(selected)
  const go = (step: number) => {
    const next = place < 0 ? nearest(step) : found[(place + step + found.length) % found.length]
    if (next) select(next)
  }
  const nearest = (step: number) => {
    const from = lines.findIndex(({ _id }) => _id === selected)
    const ids = lines.map(({ _id }) => _id)
    return (
      (step > 0
        ? found.find((id) => ids.indexOf(id) > from)
        : found.findLast((id) => ids.indexOf(id) < from)) ?? found[0]
    )
  }
  const replace = (ids: readonly string[]) => {
    const changes = lines
      .filter(({ _id }) => ids.includes(_id))
      .flatMap(({ _id: id, text }) => {
        const next = replaceIn(text, search, by)
        return next === text ? [] : [{ id, fields: { text: next } }]
      })
    if (!changes.length) return showToast(t('find.replaced', { count: 0 }))
    store.changeLines(changes)
    acts.showDone(t('find.replaced', { count: changes.length }))
  }
  const count = search.words
    ? place >= 0
      ? t('find.position', { nth: formatNumber(place + 1), total: formatNumber(found.length) })
      : t('find.found', { count: found.length })
    : ''
  return (
    <search
      className={styles.bar}
      data-covers
      aria-label={t(withReplace ? 'find.openReplace' : 'find.open')}
    >
      <TextInput
        className={styles.field}
        label={t('find.text')}
        value={search.words}
        autoFocus
        dir="auto"
        onChange={({ currentTarget }) => setSearch({ ...search, words: currentTarget.value })}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') go(shiftKey ? -1 : 1)
          if (key === 'Escape') close()
        }}
      />
      {withReplace && (
        <TextInput
          className={styles.field}
          label={t('find.replaceWith')}
          value={by}
          dir="auto"
          onChange={({ currentTarget }) => setBy(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close()
          }}
        />
      )}
      <label className={styles.case}>
        <input
          type="checkbox"
          checked={search.matchCase}
          onChange={({ currentTarget }) =>
            setSearch({ ...search, matchCase: currentTarget.checked })
          }
        />
        {t('find.matchCase')}
      </label>
      <span className={styles.count} role="status">
        {count}
      </span>
      <span className={styles.acts}>
        <Button size="sm" variant="default" disabled={!found.length} onClick={() => go(-1)}>
          {t('find.previous')}
        </Button>
        <Button size="sm" variant="default" disabled={!found.length} onClick={() => go(1)}>
          {t('find.next')}
        </Button>
        {withReplace && !readOnly && (
          <Button
            size="sm"
            variant="default"
            disabled={place < 0}
            onClick={() => {
              replace(found.slice(place, place + 1))
              go(1)
            }}
          >
            {t('find.replace')}
          </Button>
        )}
        {withReplace && !readOnly && (
          <Button size="sm" disabled={!found.length} onClick={() => replace(found)}>
            {t('find.replaceAll')}
          </Button>
        )}
        <CloseButton aria-label={t('find.close')} onClick={close} />
      </span>
    </search>
  )
}
