import { useId, useRef, type ReactNode } from 'react'
import styles from './menu.module.css'

/** A button that opens a short list of things to do; the browser's popover closes it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Under its button, and inside the window on either side.
  const place = () => {
    const [at, panel] = [opener.current!.getBoundingClientRect(), list.current!]
    const isRtl = document.documentElement.dir === 'rtl'
    const start = isRtl ? at.left : innerWidth - at.right
    panel.style.top = `${at.bottom + 6}px`
    panel.style.insetInlineEnd = `${Math.max(12, Math.min(start, innerWidth - 268))}px`
  }
  const close = ({ target }: React.MouseEvent) => {
    if ((target as HTMLElement).closest('button, a')) list.current!.hidePopover()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        popoverTarget={id}
        onClick={place}
        aria-label={label}
        title={label}
      >
        <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <circle cx="5" cy="12" r="1.9" />
          <circle cx="12" cy="12" r="1.9" />
          <circle cx="19" cy="12" r="1.9" />
        </svg>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.menu}
        role="group"
        aria-label={label}
        onClick={close}
      >
        {children}
      </div>
    </>
  )
}

export function MenuItem({
  onClick,
  keys,
  why,
  children,
}: {
  onClick: () => void
  keys?: string | undefined
  /** Why it cannot be done now. */ why?: string | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.item}
      onClick={() => {
        if (!why) onClick()
      }}
      aria-disabled={Boolean(why)}
      title={why}
    >
      <span>
        {children}
        {why && <span className={styles.why}>{why}</span>}
      </span>
      {keys && <kbd dir="ltr">{keys}</kbd>}
    </button>
  )
}

export const MenuSeparator = () => <hr className={styles.rule} />
