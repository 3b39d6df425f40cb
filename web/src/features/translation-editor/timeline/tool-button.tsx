import type { ReactNode } from 'react'
import styles from './timeline.module.css'

type Props = {
  name: string
  shortcut: string
  content: ReactNode
  disabledReason?: string | undefined
  onPress: (() => void) | undefined
}

/**
 * A disabled button stays focusable and gives the reason. Its visible text is part of its
 * accessible name (WCAG 2.5.3).
 */
export function ToolButton({ name, shortcut, content, disabledReason, onPress }: Props) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={[typeof content === 'string' && content, name, !onPress && disabledReason]
        .filter(Boolean)
        .join(', ')}
      aria-keyshortcuts={shortcut}
      title={onPress ? `${name} (${shortcut})` : disabledReason}
      aria-disabled={!onPress}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
