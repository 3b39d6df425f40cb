// Short messages about the last action, with an undo where possible. Screen readers announce them,
// and they stay while hovered or focused.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './toasts.module.css'

type Toast = {
  key: number
  text: string
  tone: 'good' | 'bad'
  action?: { name: string; run: () => void }
  onRemoved?: () => void
}

const SHOWN_MS = 8_000
/** A deferred action runs after this time even if the toast is still hovered. */
const LONGEST_MS = 20_000
let toasts: readonly Toast[] = []
let lastKey = 0
const listeners = new Set<() => void>()
const setToasts = (next: readonly Toast[]) => {
  toasts = next
  listeners.forEach((listener) => listener())
}

export const showToast = (
  text: string,
  more: { tone?: Toast['tone']; action?: Toast['action'] } = {},
) => addToast({ text, tone: 'good', ...more })

/** Runs the action when the toast disappears or the page closes, unless it is undone. */
export function showUndoToast(
  text: string,
  { undo, run, undone }: { undo: string; run: () => void; undone: () => void },
) {
  let isOver = false
  const once = (then: () => void) => () => {
    if (!isOver) {
      isOver = true
      removeEventListener('pagehide', end)
      then()
    }
  }
  const end = once(run)
  addEventListener('pagehide', end)
  addToast({ text, tone: 'good', action: { name: undo, run: once(undone) }, onRemoved: end })
}

function addToast(content: Omit<Toast, 'key'>) {
  const toast = { ...content, key: ++lastKey }
  const crowdedOut = toasts.slice(0, -2)
  setToasts([...toasts.slice(-2), toast])
  crowdedOut.forEach(({ onRemoved }) => onRemoved?.())
  if (toast.onRemoved) setTimeout(() => removeToast(toast), LONGEST_MS)
}

function removeToast({ key, onRemoved }: Toast) {
  setToasts(toasts.filter((toast) => toast.key !== key))
  onRemoved?.()
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className={styles.toasts} role="status">
      {shown.map((toast) => (
        <Toast key={toast.key} toast={toast} />
      ))}
    </div>
  )
}

function Toast({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const timer = isHeld ? undefined : setTimeout(() => removeToast(toast), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  const act = () => {
    toast.action?.run()
    removeToast(toast)
  }
  return (
    <div
      className={styles.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span dir="auto">{toast.text}</span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={act}>
          {toast.action.name}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t('dismiss')}
        onClick={() => removeToast(toast)}
      >
        ×
      </button>
    </div>
  )
}
