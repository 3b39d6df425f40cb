import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import styles from '../../../ui/fields/fields.module.css'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { formatDate } from '../../../ui/format/time.ts'

type Props = { days: string[]; error: string | undefined; onChange: (days: string[]) => void }

/** Holidays do not count as working days for the rush factor. */
export function Holidays({ days, error, onChange }: Props) {
  const { t } = useTranslation(['organization', 'common'])
  const [day, setDay] = useState('')
  const add = () => {
    if (day && !days.includes(day)) onChange([...days, day].toSorted())
    setDay('')
  }
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('studio.holidays')}</legend>
      <p className={styles.note}>{t('studio.holidaysHint')}</p>
      <SelectedChips
        label={t('studio.holidays')}
        selected={days.map((value) => ({
          value,
          name: formatDate('UTC', Date.parse(`${value}T12:00:00Z`) / 1000),
        }))}
        onRemove={(value) => onChange(days.filter((other) => other !== value))}
      />
      <div className={styles.actions} style={{ marginTop: 8 }}>
        <DateInput
          type="date"
          aria-label={t('studio.holiday')}
          value={day}
          error={error}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button variant="default" onClick={add} disabled={!day}>
          {t('common:add')}
          <span className="visually-hidden">: {t('studio.holiday')}</span>
        </Button>
      </div>
    </fieldset>
  )
}
