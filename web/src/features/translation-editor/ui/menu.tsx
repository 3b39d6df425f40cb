import { useId, useRef, type ReactNode } from 'react'
import styles from './menu.module.css'

/** A button that opens a list of actions in a popover. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Below the button, within the window.
  const position = () => {
    const [box, panel] = [button.current!.getBoundingClientRect(), list.current!]
    const isRtl = document.documentElement.dir === 'rtl'
    const start = isRtl ? box.left : innerWidth - box.right
    panel.style.top = `${box.bottom + 6}px`
    panel.style.insetInlineEnd = `${Math.max(12, Math.min(start, innerWidth - 268))}px`
  }
  const close = ({ target }: React.MouseEvent) => {
    if ((target as HTMLElement).closest('button, a')) list.current!.hidePopover()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        popoverTarget={id}
        onClick={position}
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
  shortcut,
  disabledReason,
  children,
}: {
  onClick: () => void
  shortcut?: string | undefined
  disabledReason?: string | undefined
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.item}
      onClick={() => {
        if (!disabledReason) onClick()
      }}
      aria-disabled={Boolean(disabledReason)}
      title={disabledReason}
    >
      <span>
        {children}
        {disabledReason && <span className={styles.reason}>{disabledReason}</span>}
      </span>
      {shortcut && <kbd dir="ltr">{shortcut}</kbd>}
    </button>
  )
}

export const MenuSeparator = () => <hr className={styles.separator} />
