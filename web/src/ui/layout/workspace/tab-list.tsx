import { useRef } from 'react'
import styles from './workspace.module.css'

type Props = {
  id: string
  label: string
  tabs: readonly { id: string; label: string; note: string | undefined }[]
  tab: string
  onTab: (id: string) => void
}

/** Arrow keys, Home and End move between the tabs. */
export function TabList({ id, label, tabs, tab, onTab }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: React.KeyboardEvent) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = tabs.findIndex((one) => one.id === tab)
    const [forwards, backwards] = isRightToLeft
      ? ['ArrowLeft', 'ArrowRight']
      : ['ArrowRight', 'ArrowLeft']
    const targets: Record<string, number> = {
      [forwards]: (index + 1) % tabs.length,
      [backwards]: (index + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    onTab(target.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${target.id}"]`)?.focus()
  }
  return (
    <div
      ref={list}
      className={styles.tabs}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map((one) => (
        <button
          key={one.id}
          id={`${id}-tab-${one.id}`}
          type="button"
          role="tab"
          className={styles.tab}
          data-tab={one.id}
          aria-selected={one.id === tab}
          aria-controls={one.id === tab ? `${id}-${one.id}` : undefined}
          tabIndex={one.id === tab ? 0 : -1}
          onClick={() => onTab(one.id)}
        >
          {one.label}
          {one.note && <span className={styles.count}>{one.note}</span>}
        </button>
      ))}
    </div>
  )
}
