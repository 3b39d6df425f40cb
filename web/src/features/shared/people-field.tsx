import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { SelectedChips } from '../../ui/fields/selected-chips.tsx'
import styles from '../../ui/fields/fields.module.css'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { usePeopleSearch, usePeopleNames } from './people.ts'

type Props = {
  label: string
  note?: string | undefined
  selected: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** A group can have 2,000 members. */
const FEW = 30

export function PeopleField({ label, note, selected, error, onChange }: Props) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? selected : selected.slice(0, FEW)
  const nameOf = usePeopleNames(shown)
  const [typed, setTyped] = useState('')
  const found = usePeopleSearch(typed)
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{label}</legend>
      {note && <p className={styles.note}>{note}</p>}
      <SelectedChips
        label={label}
        selected={shown.map((id) => ({ value: id, name: nameOf(id) }))}
        onRemove={(id) => onChange(selected.filter((other) => other !== id))}
      />
      {shown.length < selected.length && (
        <Button variant="subtle" size="compact-sm" mb={8} onClick={() => setWhole(true)}>
          {t('andMore', { amount: formatNumber(selected.length - shown.length) })}
        </Button>
      )}
      <div className={styles.below}>
        <Combobox
          label={t('findPerson')}
          error={error}
          emptyText={t('noResults')}
          query={typed}
          onQueryChange={setTyped}
          options={found?.filter(({ value }) => !selected.includes(value))}
          onSelect={({ value }) => onChange([...selected, value])}
        />
      </div>
    </fieldset>
  )
}
