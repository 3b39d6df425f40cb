import { lazy, Suspense, useEffect, useState } from 'react'
import { loadNamespaces } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { SearchIcon } from '../../ui/icons/icons.tsx'
import { useSignOut } from './use-sign-out.ts'
import styles from './app-shell.module.css'

const Search = lazy(async () => {
  const [{ Search: loaded }] = await Promise.all([
    import('../../features/library/search/search.tsx'),
    loadNamespaces('search'),
  ])
  return { default: loaded }
})

/** Opens with Ctrl K or ⌘ K. The search dialog is loaded on first use. */
export function SearchButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const signOut = useSignOut()
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.search}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <SearchIcon />
        <span className={styles.searchLabel}>{t('shell.search')}</span>
        <kbd>{t('shell.searchKeys')}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Search actions={{ signOut: () => signOut.mutate() }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
