import { useId } from 'react'
import { TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useTerritories, useTerritoryLanguages } from '../shared/lookups.ts'
import { Choice, type Option } from '../../ui/fields/select.tsx'
import { TagsField } from '../../ui/fields/tags-field.tsx'
import { cityOf, readerZone } from '../../ui/format/time.ts'
import { regionName } from '../../ui/format/format.ts'
import { momentAt, wallText } from '../../ui/format/zoned-time.ts'
import type { FileMetadata } from './upload-queue.ts'
import styles from './uploads.module.css'

type Props = { about: FileMetadata; onChange: (about: FileMetadata) => void }

/** What is said of a file: its language and country, tags, and until when it is held back. */
export function FileMetadataForm({ about, onChange }: Props) {
  const { t } = useTranslation(['uploads', 'trade'])
  const id = useId()
  const [territories, languages] = [useTerritories(), useTerritoryLanguages()]
  const { embargo } = about
  const set = (to: FileMetadata) => onChange({ ...about, ...to })
  return (
    <div className={styles.about}>
      <Choice
        label={t('trade:language')}
        any={t('noLanguage')}
        value={about.language ?? undefined}
        options={languages.options}
        onChoose={(language) => set({ language: language ?? null })}
      />
      <Choice
        label={t('country')}
        any={t('noCountry')}
        value={about.country ?? undefined}
        options={countriesOf(territories.records)}
        onChoose={(country) => set({ country: country ?? null })}
      />
      <TagsField
        label={t('tags')}
        placeholder={t('tagsExample')}
        value={about.tags ?? []}
        onChange={(tags) => set({ tags })}
      />
      <TextInput
        label={t('embargo', { city: cityOf(readerZone()) })}
        type="datetime-local"
        value={embargo?.end ? wallText(readerZone(), embargo.end) : ''}
        onChange={({ currentTarget }) =>
          set({
            embargo: { ...embargo, end: sensible(momentAt(readerZone(), currentTarget.value)) },
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

/** While a year is being typed it is one of antiquity. */
const sensible = (at: number | undefined) => (at !== undefined && at > 0 ? at : null)

const countriesOf = (known: { countries: { code: string }[] }[]): Option[] =>
  [...new Set(known.flatMap(({ countries }) => countries.map(({ code }) => code)))]
    .map((value) => ({ value, name: regionName(value) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
