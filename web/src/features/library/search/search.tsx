import { useId, useRef, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { SearchDialog } from '../../../ui/feedback/search-dialog.tsx'
import { useSearchResults, type SearchGroup, type SearchItem } from './results.ts'
import { isId, isTimecode } from './match.ts'
import { ResultList } from './options.tsx'
import { usePageItems, type SearchActions } from './pages.ts'
import { listRecent, addRecent } from '../../shared/recent.ts'
import { matches } from './match.ts'
import styles from './search.module.css'

const PAUSE_MS = 80

type Props = {
  actions: SearchActions
  /** The text that was typed while this code was loading. */
  typedBefore: { readonly current: string }
  onClose: () => void
}

/** The global search: a combobox whose list is always open. */
export function Search({ actions, typedBefore, onClose }: Props) {
  const { t } = useTranslation('search')
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState(typedBefore.current)
  const [selectedIndex, setChosen] = useState(0)
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { groups, isFetching, error, refetch } = useGroups(typed.trim(), q, actions)
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(selectedIndex, items.length - 1)

  const open = (item: SearchItem, inNewTab = false) => {
    if (item.kind && item.href)
      addRecent({ kind: item.kind, href: item.href, name: item.name, note: item.note })
    if (inNewTab && item.href) return void window.open(item.href, '_blank', 'noopener')
    dialog.current?.close()
    if (item.href?.startsWith('mailto:')) location.href = item.href
    else if (item.href) router.history.push(item.href)
    return item.run?.()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(at + 5, items.length - 1),
      PageUp: Math.max(at - 5, 0),
    }
    const to = moves[event.key]
    if (to !== undefined && items.length) {
      event.preventDefault()
      setChosen((to + items.length) % items.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && items[at]) {
      event.preventDefault()
      open(items[at], event.ctrlKey || event.metaKey)
    }
  }
  return (
    <SearchDialog
      dialog={dialog}
      title={t('title')}
      closeLabel={t('close')}
      onClose={onClose}
      input={{
        role: 'combobox',
        'aria-label': t('label'),
        'aria-expanded': true,
        'aria-controls': `${id}list`,
        'aria-autocomplete': 'list',
        'aria-activedescendant': items[at] ? `${id}${at}` : undefined,
        placeholder: t('placeholder'),
        value: typed,
        onChange: ({ currentTarget }) => {
          setTyped(currentTarget.value)
          setChosen(0)
        },
        onKeyDown,
      }}
    >
      {error && (
        <div className={styles.error}>
          <ErrorAlert error={error} onRetry={refetch} isRetrying={isFetching} />
        </div>
      )}
      <ResultList id={id} groups={groups} typed={q} at={at} onOpen={open} onPoint={setChosen} />
      <p className="visually-hidden" role="status">
        {isFetching ? '' : t('found', { count: items.length })}
      </p>
      {items.length === 0 && !isFetching && !error && (
        <p className={styles.noResults}>{t('noResults')}</p>
      )}
      <p className={styles.shortcuts} aria-hidden="true">
        {t('shortcuts')}
      </p>
    </SearchDialog>
  )
}

/**
 * Recent records while nothing is typed; otherwise local matches first, then the results of the
 * API.
 */
function useGroups(typed: string, q: string, actions: SearchActions) {
  const { t } = useTranslation('search')
  const router = useRouter()
  const found = useSearchResults(q)
  const pageItems = usePageItems(actions)
  const here = router.state.location
  const fitting = typed
    ? pageItems.filter(({ name }) => matches(name, typed))
    : pageItems.filter(({ key }) => key.startsWith('go ') || key === 'order')
  const moment: SearchItem[] =
    isTimecode(typed) && /^\/assets\/[^/]+$/.test(here.pathname)
      ? [
          {
            key: 'at',
            name: t('goToTimecode', { timecode: typed }),
            note: '',
            href: `${here.pathname}?${new URLSearchParams({ ...here.search, at: typed })}`,
          },
        ]
      : []
  const recentItems: SearchItem[] = typed
    ? []
    : listRecent().map(({ href, kind, name, note }) => ({
        key: `recent ${href}`,
        kind,
        href,
        name,
        note,
      }))
  const groups: SearchGroup[] = [
    { name: t('group.recent'), items: recentItems },
    { name: t('group.timecode'), items: moment },
    ...found.groups,
    { name: t('group.pages'), items: isId(typed) ? [] : fitting },
  ]
  return { ...found, groups: groups.filter(({ items }) => items.length > 0) }
}
