import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useCountries, useTerritoryLanguages } from '../shared/lookups.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TagsField } from '../../ui/fields/tags-field.tsx'
import { cityOf, localTimeZone } from '../../ui/format/time.ts'
import { fromDateTimeLocal, toDateTimeLocal } from '../../ui/format/zoned-time.ts'
import type { FileMetadata } from './upload-store.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import styles from './uploads.module.css'

type Props = { metadata: FileMetadata; onChange: (metadata: FileMetadata) => void }

export function FileMetadataForm({ metadata, onChange }: Props) {
  const { t } = useTranslation(['uploads', 'trade'])
  const id = useId()
  const countries = useCountries()
  const languages = useTerritoryLanguages()
  const { embargo } = metadata
  const set = (change: FileMetadata) => onChange({ ...metadata, ...change })
  return (
    <div className={styles.metadata}>
      <Select
        label={t('trade:language')}
        anyLabel={t('noLanguage')}
        value={metadata.language ?? undefined}
        options={languages.options}
        onChange={(language) => set({ language: language ?? null })}
      />
      <Select
        label={t('country')}
        anyLabel={t('noCountry')}
        value={metadata.country ?? undefined}
        options={countries.options}
        onChange={(country) => set({ country: country ?? null })}
      />
      <TagsField
        label={t('tags')}
        placeholder={t('tagsPlaceholder')}
        value={metadata.tags ?? []}
        onChange={(tags) => set({ tags })}
      />
      <DateInput
        label={t('embargo', { city: cityOf(localTimeZone()) })}
        type="datetime-local"
        value={embargo?.end ? toDateTimeLocal(localTimeZone(), embargo.end) : ''}
        onChange={({ currentTarget }) =>
          set({
            embargo: {
              ...embargo,
              end: ignoreAncient(fromDateTimeLocal(localTimeZone(), currentTarget.value)),
            },
          })
        }
      />
      <label className={styles.check} htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={embargo?.event ?? false}
          onChange={() => set({ embargo: { ...embargo, event: !embargo?.event } })}
        />
        {t('embargoEvent')}
      </label>
    </div>
  )
}

/** A year that is still being typed gives a date before 1970. */
const ignoreAncient = (at: number | undefined) => (at !== undefined && at > 0 ? at : null)
