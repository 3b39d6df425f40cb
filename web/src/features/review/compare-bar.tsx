import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './review-player.module.css'

export type CompareMode = 'side' | 'wipe'
type Props = {
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  wipe: number
  onWipe: (percent: number) => void
  onClose: () => void
}

export function CompareBar({ mode, onMode, wipe, onWipe, onClose }: Props) {
  const { t } = useTranslation('review')
  return (
    <div className={styles.compareBar}>
      <fieldset className={styles.modes}>
        <legend className="visually-hidden">{t('compare.title')}</legend>
        {(['side', 'wipe'] as const).map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="compare"
              checked={mode === option}
              onChange={() => onMode(option)}
            />
            {t(`compare.${option}`)}
          </label>
        ))}
      </fieldset>
      {mode === 'wipe' && (
        <input
          className={styles.wipe}
          type="range"
          dir="ltr"
          aria-label={t('compare.visible')}
          min={0}
          max={100}
          value={wipe}
          onChange={({ currentTarget }) => onWipe(Number(currentTarget.value))}
        />
      )}
      <span className={styles.spacer} />
      <Button size="compact-sm" variant="subtle" onClick={onClose}>
        {t('compare.close')}
      </Button>
    </div>
  )
}
