import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Chosen } from '../../ui/fields/chosen.tsx'
import styles from '../../ui/fields/fields.module.css'
import { Finder } from '../../ui/fields/finder.tsx'
import { figure } from '../../ui/format/format.ts'
import { useFoundPeople, usePeopleNames } from './people.ts'

type Parts = {
  label: string
  note?: string | undefined
  chosen: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** A group may have two thousand. */
const FEW = 30

export function PeopleField({ label, note, chosen, error, onChange }: Parts) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? chosen : chosen.slice(0, FEW)
  const nameOf = usePeopleNames(shown)
  const [typed, setTyped] = useState('')
  const found = useFoundPeople(typed)
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>{label}</legend>
      {note && <p className={styles.note}>{note}</p>}
      <Chosen
        label={label}
        chosen={shown.map((id) => ({ value: id, name: nameOf(id) }))}
        onDrop={(id) => onChange(chosen.filter((other) => other !== id))}
      />
      {shown.length < chosen.length && (
        <Button variant="subtle" size="compact-sm" mb={8} onClick={() => setWhole(true)}>
          {t('andMore', { amount: figure(chosen.length - shown.length) })}
        </Button>
      )}
      <div className={styles.below}>
        <Finder
          label={t('findPerson')}
          error={error}
          none={t('nothingFound')}
          typed={typed}
          onType={setTyped}
          found={found?.filter(({ value }) => !chosen.includes(value))}
          onPick={({ value }) => onChange([...chosen, value])}
        />
      </div>
    </fieldset>
  )
}
