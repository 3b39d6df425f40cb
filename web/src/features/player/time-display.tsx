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

/** The current timecode. Pressed, it becomes a field to type or paste a timecode into. */
export function TimeDisplay({ time, duration, rate, onSeek }: Props) {
  const { t } = useTranslation('player')
  const [isTyping, setTyping] = useState(false)
  const go = (typed: string) => {
    const moment = parseTimecode(typed, rate)
    if (moment !== undefined) onSeek(Math.min(moment, duration))
    setTyping(false)
  }
  return (
    <span className={styles.time} dir="ltr">
      {isTyping ? (
        <input
          type="text"
          className={styles.timecodeField}
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
          className={styles.currentTime}
          title={t('goToTimecode')}
          onClick={() => setTyping(true)}
        >
          <span className="visually-hidden">
            {t('goToTimecode')}, {t('currentTime')}{' '}
          </span>
          <span data-testid="timecode">{formatTimecode(time, rate)}</span>
        </button>
      )}
      <span className={styles.duration}>
        {' '}
        / <span className="visually-hidden">{t('of')} </span>
        {formatTimecode(duration, rate)}
      </span>
    </span>
  )
}
