import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { FilmClock } from './film-clock.ts'
import { setTimeUnit, useTimeUnit } from './time-unit.ts'
import styles from './player.module.css'

type Props = {
  time: number
  duration: number
  clock: FilmClock
  onSeek: (seconds: number) => void
}

/** The current timecode. Pressed, it becomes a field to type or paste a timecode into. */
export function TimeDisplay({ time, duration, clock, onSeek }: Props) {
  const { t } = useTranslation('player')
  const [isTyping, setTyping] = useState(false)
  const unit = useTimeUnit()
  const go = (typed: string) => {
    const moment = clock.parse(typed)
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
          defaultValue={clock.format(time)}
          size={12}
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
          <span data-testid="timecode">{clock.format(time)}</span>
        </button>
      )}
      <span className={styles.duration}>
        {' '}
        / <span className="visually-hidden">{t('of')} </span>
        {clock.formatLength(duration)}
      </span>
      <button
        type="button"
        className={styles.unit}
        title={t('unit.switch')}
        aria-label={`${t('unit.switch')}: ${t(`unit.${unit}`)}`}
        onClick={() => setTimeUnit(unit === 'ms' ? 'frames' : 'ms')}
      >
        {t(`unit.${unit}`)}
      </button>
    </span>
  )
}
