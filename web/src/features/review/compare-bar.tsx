import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './review-player.module.css'

export type Mode = 'side' | 'wipe'
type Parts = {
  mode: Mode
  onMode: (mode: Mode) => void
  wipe: number
  onWipe: (percent: number) => void
  onLeave: () => void
}

export function CompareBar({ mode, onMode, wipe, onWipe, onLeave }: Parts) {
  const { t } = useTranslation('review')
  return (
    <div className={styles.compareBar}>
      <fieldset className={styles.modes}>
        <legend className="visually-hidden">{t('compare.title')}</legend>
        {(['side', 'wipe'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="compare"
              checked={mode === one}
              onChange={() => onMode(one)}
            />
            {t(`compare.${one}`)}
          </label>
        ))}
      </fieldset>
      {mode === 'wipe' && (
        <input
          className={styles.wipe}
          type="range"
          dir="ltr"
          aria-label={t('compare.share')}
          min={0}
          max={100}
          value={wipe}
          onChange={({ currentTarget }) => onWipe(Number(currentTarget.value))}
        />
      )}
      <span className={styles.space} />
      <Button size="compact-sm" variant="subtle" onClick={onLeave}>
        {t('compare.leave')}
      </Button>
    </div>
  )
}
