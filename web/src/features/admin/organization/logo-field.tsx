import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/fields/combobox.tsx'
import styles from '../../../ui/fields/fields.module.css'

type Props = {
  value: string | null
  studio: string
  error: string | undefined
  onChange: (file: string | null) => void
}

export function LogoField({ value, studio, error, onChange }: Props) {
  const { t } = useTranslation(['organization', 'common'])
  const [typed, setTyped] = useState('')
  const found = useImageSearch(typed, studio)
  const { data: file } = useEndpointQuery(
    files.getFile,
    { params: { id: value ?? '' } },
    { enabled: value !== null },
  )
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('logo.title')}</legend>
      <p className={styles.note}>{t('logo.hint')}</p>
      <SelectedChips
        label={t('logo.title')}
        selected={value === null ? [] : [{ value, name: file?.name ?? '…' }]}
        onRemove={() => onChange(null)}
      />
      <div className={styles.below}>
        <Combobox
          label={t('logo.find')}
          error={error}
          emptyText={t('common:noResults')}
          query={typed}
          onQueryChange={setTyped}
          options={found}
          onSelect={(one) => onChange(one.value)}
        />
      </div>
    </fieldset>
  )
}

function useImageSearch(typed: string, studio: string): ComboboxOption[] | undefined {
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useEndpointQuery(
    files.listFiles,
    { query: { q, ...(studio && { studio }) }, range: { first: 0, last: 19 } },
    { enabled: q !== '' },
  )
  if (q === '') return []
  return data?.items
    .filter(({ mime }) => mime?.startsWith('image/'))
    .slice(0, 6)
    .map(({ _id, name }) => ({ value: _id, name }))
}
