import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { showUndoToast } from './toasts.tsx'

/**
 * Removes what cannot be restored. It is only hidden until the undo has expired, and shown again if
 * the removal fails.
 */
export function useDelayedRemoval(remove: (id: string) => Promise<unknown>) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (ids: string[]) =>
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))))
  return {
    isVisible: (id: string) => !hidden.has(id),
    removeLater: (ids: string[], text: string) => {
      setHidden((before) => new Set([...before, ...ids]))
      showUndoToast(text, {
        undo: t('undo'),
        run: () => ids.forEach((id) => void remove(id).catch(() => show([id]))),
        undone: () => show(ids),
      })
    },
  }
}
