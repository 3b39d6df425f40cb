import type { ReactNode } from 'react'
import { useKeyHint, type KeyTable } from '../../../ui/shortcuts/assigned-keys.ts'
import { PLAYER_SHORTCUTS } from '../../player/shortcuts.ts'
import { TIMELINE_SHORTCUTS } from './shortcuts.ts'
import styles from './timeline.module.css'

const TABLES: Record<string, KeyTable> = {
  player: PLAYER_SHORTCUTS,
  timeline: TIMELINE_SHORTCUTS,
}
type ShortcutOf =
  | `player.${keyof typeof PLAYER_SHORTCUTS}`
  | `timeline.${keyof typeof TIMELINE_SHORTCUTS}`

type Props = {
  name: string
  shortcut: ShortcutOf
  content: ReactNode
  disabledReason?: string | undefined
  onPress: (() => void) | undefined
}

/**
 * A disabled button stays focusable and gives the reason. Its visible text is part of its
 * accessible name (WCAG 2.5.3).
 */
export function ToolButton({ name, shortcut, content, disabledReason, onPress }: Props) {
  const [part, action] = shortcut.split('.') as [string, string]
  const hint = useKeyHint(name, shortcut, TABLES[part]?.[action])
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={[typeof content === 'string' && content, name, !onPress && disabledReason]
        .filter(Boolean)
        .join(', ')}
      {...hint}
      title={onPress ? hint.title : disabledReason}
      aria-disabled={!onPress}
      onClick={onPress}
    >
      {content}
    </button>
  )
}
