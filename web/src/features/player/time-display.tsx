import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { parseTimecode, formatTimecode } from './timecode.ts'
import styles from './player.module.css'

type Props = {
  time: number
  duration: number
  rate: number | null
  onSeek: (seconds: number) => void
}

/**
 * Where the film is. Pressed, it becomes a field: a timecode from a mail or a list is typed or
 * pasted there.
 */
export function TimeDisplay({ time, duration, rate, onSeek }: Props) {
  const { t } = useTranslation('player')
  const [isTyping, setTyping] = useState(false)
  const go = (typed: string) => {
    const moment = parseTimecode(typed, rate)
    if (moment !== undefined) onSeek(Math.min(moment, duration))
    setTyping(false)
  }
  return (
    <span className={styles.times} dir="ltr">
      {isTyping ? (
        <input
          type="text"
          className={styles.jump}
          aria-label={t('timecode')}
          defaultValue={formatTimecode(time, rate)}
          size={11}
          autoFocus
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => setTyping(false)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') go(currentTarget.value)
            if (key === 'Escape') setTyping(false)
          }}
        />
      ) : (
        <button
          type="button"
          className={styles.now}
          title={t('goTo')}
          onClick={() => setTyping(true)}
        >
          <span className="unseen">
            {t('goTo')}, {t('nowAt')}{' '}
          </span>
          <span data-testid="timecode">{formatTimecode(time, rate)}</span>
        </button>
      )}
      <span className={styles.whole}>
        {' '}
        / <span className="unseen">{t('of')} </span>
        {formatTimecode(duration, rate)}
      </span>
    </span>
  )
}
