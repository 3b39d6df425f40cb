import { useId, useState } from 'react'
import { NativeSelect, TextInput } from '@mantine/core'
import type { assets, territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Due } from '../../shared/due-date.tsx'
import { cityOf, momentIn, readerZone } from '../../../ui/format/time.ts'
import { daysAhead, momentAt, wallText, zoneNames } from '../../../ui/format/zoned-time.ts'
import type { PartParts } from './order-form.tsx'
import { useZones } from './reference-data.ts'
import { FieldNotes } from './field-messages.tsx'
import styles from './order-form.module.css'

type Parts = PartParts & {
  label: string
  name: 'due' | 'deliveryDeadline'
  asset: assets.Asset
  territory: territories.Territory | undefined
  /** How far ahead the studio wants to know. */ lead?: { hours: number; name: string }
}

const DAYS = [7, 14, 28]
const HOUR = 18

/**
 * A date by the clock of a zone that one chooses; what it is on the reader's own clock stands
 * below.
 */
export function WhenField({
  label,
  name,
  draft,
  onChange,
  faults,
  differs,
  asset,
  territory,
  lead,
}: Parts) {
  const { t } = useTranslation('order')
  const id = useId()
  const zones = useZones(asset, territory)
  const [wish, setWish] = useState<string>()
  const value = draft[name]
  const zone =
    value?.tz ?? wish ?? zones.find(({ zone: one }) => one !== readerZone())?.zone ?? readerZone()
  const now = Math.floor(Date.now() / 1000)
  const earliest = lead ? now + lead.hours * 3600 : now
  const set = (date: number | undefined, tz = zone) =>
    onChange({ [name]: date === undefined ? null : { date, tz } })
  // The clock that was typed stays as it is: one chooses whose it is.
  const chooseZone = (tz: string) => {
    setWish(tz)
    if (value) set(momentAt(tz, wallText(zone, value.date)), tz)
  }
  const isEarly = value !== null && lead !== undefined && value.date < earliest
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.when}>
        <TextInput
          id={id}
          type="datetime-local"
          min={wallText(zone, earliest)}
          value={value ? wallText(zone, value.date) : ''}
          onChange={({ currentTarget }) => set(momentAt(zone, currentTarget.value))}
          error={isEarly}
        />
        <NativeSelect
          aria-label={t('zoneOf', { label })}
          value={zone}
          onChange={({ currentTarget }) => chooseZone(currentTarget.value)}
          data={choicesOf(zones, zone, t('zonesOther'))}
        />
      </div>
      {value ? (
        <div className={styles.both}>
          <Due due={value} status="incomplete" />
        </div>
      ) : (
        <div className={styles.quick}>
          {DAYS.filter((days) => days * 24 > (lead?.hours ?? 0)).map((days) => (
            <button
              key={days}
              type="button"
              aria-label={`${t('inWeeks', { count: days / 7 })}, ${label}`}
              onClick={() => set(daysAhead(zone, days, HOUR, now))}
            >
              {t('inWeeks', { count: days / 7 })}
            </button>
          ))}
        </div>
      )}
      {value && (
        <button
          type="button"
          className={styles.link}
          aria-label={`${t('noDate')}, ${label}`}
          onClick={() => onChange({ [name]: null })}
        >
          {t('noDate')}
        </button>
      )}
      {lead && lead.hours > 0 && (
        <p className={styles.hint}>
          {t('leadTime', {
            studio: lead.name,
            count: lead.hours,
            from: momentIn(readerZone(), earliest),
          })}
        </p>
      )}
      <FieldNotes faults={faults} fields={[name]} of={[name]} differs={differs} />
    </div>
  )
}

function choicesOf(
  near: readonly { zone: string; name: string }[],
  chosen: string,
  others: string,
) {
  const all = zoneNames()
  const known = [
    ...near.map(({ zone, name }) => ({ value: zone, label: name })),
    ...(near.some(({ zone }) => zone === chosen) ? [] : [{ value: chosen, label: cityOf(chosen) }]),
  ]
  return [
    ...known,
    {
      group: others,
      items: all
        .filter((zone) => !known.some(({ value }) => value === zone))
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
  ]
}
