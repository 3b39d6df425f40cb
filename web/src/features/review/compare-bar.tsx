import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import styles from './review-stage.module.css'

const MODES = ['side', 'wipe', 'difference'] as const
export type CompareMode = (typeof MODES)[number]
type Props = {
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  wipe: number
  onWipe: (percent: number) => void
  /** The version whose sound is heard; undefined without sound. */
  audible: 'this' | 'other' | undefined
  onListen: (side: 'this' | 'other') => void
  onClose: () => void
}

export function CompareBar({ mode, onMode, wipe, onWipe, audible, onListen, onClose }: Props) {
  const { t } = useTranslation('review')
  return (
    <div className={styles.compareBar}>
      <fieldset className={styles.modes}>
        <legend className="visually-hidden">{t('compare.title')}</legend>
        {MODES.map((option) => (
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
      {audible && (
        <label className={styles.sound}>
          {t('compare.sound')}
          <select
            value={audible}
            onChange={({ currentTarget }) => onListen(currentTarget.value as 'this' | 'other')}
          >
            <option value="this">{t('compare.this')}</option>
            <option value="other">{t('compare.other')}</option>
          </select>
        </label>
      )}
      <span className={styles.spacer} />
      <Button size="compact-sm" variant="subtle" onClick={onClose}>
        {t('compare.close')}
      </Button>
    </div>
  )
}
