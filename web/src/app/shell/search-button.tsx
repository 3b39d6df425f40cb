import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loadNamespaces } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { SearchDialog } from '../../ui/feedback/search-dialog.tsx'
import { SearchIcon } from '../../ui/icons/icons.tsx'
import { useKeyLabel } from '../../ui/shortcuts/assigned-keys.ts'
import { findGlobalAction, GLOBAL_SHORTCUTS } from '../../ui/shortcuts/global-shortcuts.ts'
import { useSignOut } from './use-sign-out.ts'
import styles from './app-shell.module.css'

const Search = lazy(async () => {
  const [{ Search: loaded }] = await Promise.all([
    import('../../features/library/search/search.tsx'),
    loadNamespaces('search'),
  ])
  return { default: loaded }
})

/** The search is loaded on first use. Its field is there at once and keeps what is typed. */
export function SearchButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const typed = useRef('')
  const loading = useRef<HTMLDialogElement>(null)
  const signOut = useSignOut()
  const keys = useKeyLabel('global.search', GLOBAL_SHORTCUTS.search)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || findGlobalAction(event) !== 'search') return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  const close = () => {
    typed.current = ''
    setOpen(false)
  }
  return (
    <>
      <button type="button" className={styles.search} onClick={() => setOpen(true)}>
        <SearchIcon />
        <span className={styles.searchLabel}>{t('shell.search')}</span>
        <kbd dir="ltr">{keys}</kbd>
      </button>
      {isOpen && (
        <Suspense
          fallback={
            <SearchDialog
              dialog={loading}
              title={t('shell.search')}
              closeLabel={t('close')}
              onClose={close}
              input={{
                'aria-label': t('shell.search'),
                onInput: ({ currentTarget }) => (typed.current = currentTarget.value),
              }}
            />
          }
        >
          <Search
            actions={{ signOut: () => signOut.mutate() }}
            typedBefore={typed}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
