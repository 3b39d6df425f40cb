import { lazy, Suspense, useEffect, useState } from 'react'
import { loadNamespaces } from '../../i18n/i18n.ts'
import { findGlobalAction, onShortcutHelp } from '../../ui/shortcuts/global-shortcuts.ts'
import { typesCharacter } from '../../ui/shortcuts/key-combination.ts'

const ShortcutDialog = lazy(async () => {
  const [{ ShortcutDialog: loaded }] = await Promise.all([
    import('./shortcut-dialog.tsx'),
    loadNamespaces('shortcuts', 'translation-editor'),
  ])
  return { default: loaded }
})

/** Opens the list of shortcuts from every page. A key that types a character does so in a field. */
export function ShortcutHelpHost() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onShortcutHelp(() => setOpen(true)), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const isIn = (selector: string) => target instanceof Element && target.closest(selector)
      if (event.defaultPrevented || findGlobalAction(event) !== 'help') return
      if (isIn('dialog[open], [role=dialog]')) return
      if (typesCharacter(event) && isIn('input, textarea, select, [contenteditable]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <ShortcutDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
