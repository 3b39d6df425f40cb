import type { ReactNode } from 'react'
import styles from './timeline.module.css'

type Props = {
  name: string
  keys: string
  shown: ReactNode
  why?: string | undefined
  onPress: (() => void) | undefined
}

/**
 * One that cannot be used can still be reached, and says why. What is written on it is part of what
 * it is called.
 */
export function ToolButton({ name, keys, shown, why, onPress }: Props) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={[typeof shown === 'string' && shown, name, !onPress && why]
        .filter(Boolean)
        .join(', ')}
      aria-keyshortcuts={keys}
      title={onPress ? `${name} (${keys})` : why}
      aria-disabled={!onPress}
      onClick={onPress}
    >
      {shown}
    </button>
  )
}
