import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import { formatHours } from '../../../ui/format/format.ts'
import fields from '../../../ui/fields/fields.module.css'
import styles from './organization.module.css'

type Props = {
  label: string
  hours: number[]
  error: string | undefined
  onChange: (hours: number[]) => void
}

const UNITS = { hours: 1, days: 24 } as const
type Unit = keyof typeof UNITS
/** The limits of the API. */
const MOST_HOURS = 2160
const MOST_TIMES = 10

/** Times before or after a deadline, in hours or days. */
export function ReminderTimes({ label, hours, error, onChange }: Props) {
  const { t } = useTranslation(['organization', 'common'])
  const [amount, setAmount] = useState('')
  const [unit, setUnit] = useState<Unit>('days')
  const added = Number(amount) * UNITS[unit]
  const isValid = /^\d+$/.test(amount) && added <= MOST_HOURS
  const isFull = hours.length >= MOST_TIMES
  const add = () => {
    if (!isValid || isFull) return
    onChange([...new Set([...hours, added])].toSorted((one, other) => one - other))
    setAmount('')
  }
  return (
    <fieldset className={fields.fieldset}>
      <legend className={fields.legend}>{label}</legend>
      {hours.length === 0 && <p className={fields.note}>{t('reminders.none')}</p>}
      <SelectedChips
        label={label}
        selected={hours.map((value) => ({
          value: String(value),
          name: value === 0 ? t('reminders.atDeadline') : formatHours(value),
        }))}
        onRemove={(value) => onChange(hours.filter((other) => String(other) !== value))}
      />
      <div className={styles.reminderTime}>
        <TextInput
          type="number"
          aria-label={`${label}: ${t('reminders.amount')}`}
          min={0}
          max={MOST_HOURS / UNITS[unit]}
          value={amount}
          error={error ?? (amount && !isValid ? t('reminders.tooLong') : undefined)}
          disabled={isFull}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Select
          label={`${label}: ${t('reminders.unit')}`}
          hideLabel
          value={unit}
          options={(['hours', 'days'] as const).map((value) => ({
            value,
            name: t(`reminders.${value}`),
          }))}
          onChange={(value) => setUnit(value as Unit)}
        />
        <Button variant="default" onClick={add} disabled={!isValid || isFull}>
          {t('common:add')}
          <span className="visually-hidden">: {label}</span>
        </Button>
      </div>
      {isFull && <p className={fields.note}>{t('reminders.full', { most: MOST_TIMES })}</p>}
    </fieldset>
  )
}
