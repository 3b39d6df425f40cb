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
}

const SHOWN_MS = 8_000
let toasts: readonly Toast[] = []
let lastKey = 0
const listeners = new Set<() => void>()
const setToasts = (next: readonly Toast[]) => {
  toasts = next
  listeners.forEach((listener) => listener())
}

export function showToast(
  text: string,
  more: { tone?: Toast['tone']; action?: Toast['action'] } = {},
) {
  setToasts([...toasts.slice(-2), { key: ++lastKey, text, tone: 'good', ...more }])
}

const removeToast = ({ key }: Toast) => setToasts(toasts.filter((toast) => toast.key !== key))

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
