import { useId, useState } from 'react'
import { NativeSelect } from '@mantine/core'
import type { assets, territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DueDate } from '../../shared/due-date.tsx'
import { cityOf, formatDateTime, localTimeZone } from '../../../ui/format/time.ts'
import {
  daysFromNow,
  fromDateTimeLocal,
  toDateTimeLocal,
  timeZoneNames,
} from '../../../ui/format/zoned-time.ts'
import type { OrderSectionProps } from './order-section.ts'
import type { ZonedDate } from '../draft.ts'
import { useTimeZoneChoices, type TimeZoneChoice } from './reference-data.ts'
import { ForecastWarning, proposeDue, useForecast } from './due-forecast.tsx'
import { FieldMessages } from './field-messages.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import styles from './order-form.module.css'

type Props = OrderSectionProps & {
  label: string
  name: 'due' | 'deliveryDeadline'
  asset: assets.Asset
  territory: territories.Territory | undefined
  /** The notice that the studio needs. */
  leadTime?: LeadTime
}
type LeadTime = { hours: number; name: string }

/** The shortcuts set a date this many days ahead, at 18:00 in the selected time zone. */
const SHORTCUT_DAYS = [7, 14, 28]
const SHORTCUT_HOUR = 18

/** A date and time in a selected time zone. The reader's own time is shown below. */
export function DateTimeField({ label, name, asset, territory, leadTime, ...fieldProps }: Props) {
  const { draft, onChange, errors, differingFields } = fieldProps
  const { t } = useTranslation('order')
  const id = useId()
  const zones = useTimeZoneChoices(asset, territory)
  const [preferredZone, setPreferredZone] = useState<string>()
  const value = draft[name]
  const otherZone = zones.find((choice) => choice.zone !== localTimeZone())?.zone
  const zone = value?.tz ?? preferredZone ?? otherZone ?? localTimeZone()
  const now = Math.floor(Date.now() / 1000)
  const earliest = leadTime ? now + leadTime.hours * 3600 : now
  const setDate = (date: number | undefined, tz = zone) =>
    onChange({ [name]: date === undefined ? null : { date, tz } })
  // Keep the time of day that was typed; only its time zone changes.
  const selectZone = (tz: string) => {
    setPreferredZone(tz)
    if (value) setDate(fromDateTimeLocal(tz, toDateTimeLocal(zone, value.date)), tz)
  }
  const forecast = useForecast(asset, draft, zone)
  const proposed = forecast && proposeDue(forecast, zone, SHORTCUT_HOUR)
  const isTooEarly = value !== null && leadTime !== undefined && value.date < earliest
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.dateTime}>
        <DateInput
          id={id}
          type="datetime-local"
          min={toDateTimeLocal(zone, earliest)}
          value={value ? toDateTimeLocal(zone, value.date) : ''}
          onChange={({ currentTarget }) => setDate(fromDateTimeLocal(zone, currentTarget.value))}
          error={isTooEarly}
        />
        <NativeSelect
          aria-label={t('timeZoneOf', { label })}
          value={zone}
          onChange={({ currentTarget }) => selectZone(currentTarget.value)}
          data={zoneOptions(zones, zone, t('allTimeZones'))}
        />
      </div>
      {value ? (
        <SelectedDate label={label} value={value} onClear={() => onChange({ [name]: null })} />
      ) : (
        <DateShortcuts
          label={label}
          dates={SHORTCUT_DAYS.map((days) => ({
            days,
            date: daysFromNow(zone, days, SHORTCUT_HOUR, now),
          })).filter(({ date }) => date > earliest && date >= (forecast?.likely ?? 0))}
          onSelect={setDate}
        />
      )}
      {value && forecast && proposed !== undefined && (
        <ForecastWarning
          due={value.date}
          forecast={forecast}
          zone={zone}
          proposed={proposed}
          onUse={(date) => setDate(date)}
        />
      )}
      {!value && proposed !== undefined && (
        <button type="button" className={styles.link} onClick={() => setDate(proposed)}>
          {t('forecast.earliest', { date: formatDateTime(zone, proposed) })}
        </button>
      )}
      {leadTime && leadTime.hours > 0 && (
        <p className={styles.hint}>
          {t('leadTime', {
            studio: leadTime.name,
            count: leadTime.hours,
            from: formatDateTime(localTimeZone(), earliest),
          })}
        </p>
      )}
      <FieldMessages
        errors={errors}
        fields={[name]}
        draftFields={[name]}
        differingFields={differingFields}
      />
    </div>
  )
}

type SelectedDateProps = { label: string; value: ZonedDate; onClear: () => void }

function SelectedDate({ label, value, onClear }: SelectedDateProps) {
  const { t } = useTranslation('order')
  return (
    <>
      <div className={styles.inReaderZone}>
        <DueDate due={value} status="incomplete" />
      </div>
      <button
        type="button"
        className={styles.link}
        aria-label={`${t('clearDate')}, ${label}`}
        onClick={onClear}
      >
        {t('clearDate')}
      </button>
    </>
  )
}

type DateShortcutsProps = {
  label: string
  dates: { days: number; date: number }[]
  onSelect: (date: number) => void
}

function DateShortcuts({ label, dates, onSelect }: DateShortcutsProps) {
  const { t } = useTranslation('order')
  return (
    <div className={styles.quickDates}>
      {dates.map(({ days, date }) => {
        const name = t('inWeeks', { count: days / 7 })
        return (
          <button
            key={days}
            type="button"
            aria-label={`${name}, ${label}`}
            onClick={() => onSelect(date)}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

/** The likely time zones first, then all others. */
function zoneOptions(likely: readonly TimeZoneChoice[], selected: string, otherLabel: string) {
  const first = likely.map(({ zone, name }) => ({ value: zone, label: name }))
  if (!likely.some(({ zone }) => zone === selected))
    first.push({ value: selected, label: cityOf(selected) })
  const others = timeZoneNames().filter((zone) => !first.some(({ value }) => value === zone))
  return [
    ...first,
    {
      group: otherLabel,
      items: others.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
  ]
}
