import { useState } from 'react'
import { Button, CloseButton, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countMatches, findIn, replaceIn } from './find.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './find-bar.module.css'

/** The browser's own search sees only the rendered lines; this one searches all. */
export function FindBar({ withReplace, close }: { withReplace: boolean; close: () => void }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, select, store, readOnly, actions } = useEditor()
  const [search, setSearch] = useState({ text: '', matchCase: false })
  const [replacement, setReplacement] = useState('')
  const found = findIn(lines, search)
  const matches = withReplace ? countMatches(lines, search) : 0
  const position = selected === undefined ? -1 : found.indexOf(selected)
  const goTo = (step: number) => {
    const next =
      position < 0 ? nearest(step) : found[(position + step + found.length) % found.length]
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
        const next = replaceIn(text, search, replacement)
        return next === text ? [] : [{ id, fields: { text: next } }]
      })
    if (!changes.length) return showToast(t('find.replaced', { count: 0 }))
    store.changeLines(changes)
    actions.showDone(t('find.replaced', { count: changes.length }))
  }
  const count = search.text
    ? position >= 0
      ? t('find.position', { nth: formatNumber(position + 1), total: formatNumber(found.length) })
      : t('find.found', { count: found.length })
    : ''
  return (
    <search className={styles.bar} aria-label={t(withReplace ? 'find.openReplace' : 'find.open')}>
      <TextInput
        className={styles.field}
        label={t('find.text')}
        value={search.text}
        autoFocus
        dir="auto"
        onChange={({ currentTarget }) => setSearch({ ...search, text: currentTarget.value })}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') goTo(shiftKey ? -1 : 1)
          if (key === 'Escape') close()
        }}
      />
      {withReplace && (
        <TextInput
          className={styles.field}
          label={t('find.replaceWith')}
          value={replacement}
          dir="auto"
          onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
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
      <span className={styles.actions}>
        <Button size="sm" variant="default" disabled={!found.length} onClick={() => goTo(-1)}>
          {t('find.previous')}
        </Button>
        <Button size="sm" variant="default" disabled={!found.length} onClick={() => goTo(1)}>
          {t('find.next')}
        </Button>
        {withReplace && !readOnly && (
          <Button
            size="sm"
            variant="default"
            disabled={position < 0}
            onClick={() => {
              replace(found.slice(position, position + 1))
              goTo(1)
            }}
          >
            {t('find.replace')}
          </Button>
        )}
        {withReplace && !readOnly && (
          <Button size="sm" disabled={matches === 0} onClick={() => replace(found)}>
            {t('find.replaceAll', { matches: formatNumber(matches) })}
          </Button>
        )}
        <CloseButton aria-label={t('find.close')} onClick={close} />
      </span>
    </search>
  )
}
