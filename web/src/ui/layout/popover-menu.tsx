import { useRef, useState, type ReactNode } from 'react'
import styles from './popover-menu.module.css'

type Props = {
  label: string
  /** `md` is as high as a button. */
  size?: 'sm' | 'md'
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A button with a panel below it. Escape and a press elsewhere close it. The panel is rendered when
 * it opens for the first time.
 */
export function PopoverMenu({ label, size = 'sm', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => {
    if (!details.current?.open) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details
      ref={details}
      className={styles.menu}
      data-size={size}
      onToggle={() => setWasOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          close()
        }
      }}
    >
      <summary>{label}</summary>
      <div className={styles.panel}>
        {wasOpen && (typeof children === 'function' ? children(close) : children)}
      </div>
    </details>
  )
}
