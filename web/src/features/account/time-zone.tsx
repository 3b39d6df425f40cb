import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAccountSettings } from './use-settings.ts'
import { Select, type Option } from '../../ui/fields/select.tsx'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { cityOf, formatDateTime, localTimeZone } from '../../ui/format/time.ts'
import { timeZoneNames } from '../../ui/format/zoned-time.ts'
import styles from './account.module.css'

/** Email needs a time zone; pages use the one of the browser. */
export function TimeZone({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const {
    preferences: { tz },
    change,
    saving,
  } = useAccountSettings(me)
  const here = localTimeZone()
  return (
    <Section inCard title={t('timeZone.title')} note={<SaveState status={saving} />}>
      <div className={styles.fields}>
        <Select
          label={t('timeZone.label')}
          anyLabel={tz ? undefined : t('timeZone.none')}
          value={tz}
          options={timeZoneOptions(t('timeZone.here', { city: cityOf(here) }), here)}
          onChange={(zone) => {
            if (zone) change({ preferences: { tz: zone } })
          }}
        />
        <p className={`${styles.note} ${styles.wide}`}>
          {t('timeZone.hint', { time: formatDateTime(tz ?? 'UTC', Date.now() / 1000) })}
        </p>
      </div>
    </Section>
  )
}

/** The time zone of the browser comes first. */
function timeZoneOptions(nameHere: string, here: string): Option[] {
  const all = timeZoneNames().filter((zone) => zone !== here)
  return [
    { value: here, name: nameHere },
    ...all.map((zone) => ({
      value: zone,
      name: zone.includes('/')
        ? `${zone.split('/')[0]} · ${zone.split('/').slice(1).map(cityOf).join(' · ')}`
        : zone,
    })),
  ]
}
