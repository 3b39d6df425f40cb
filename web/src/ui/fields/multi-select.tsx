import { NativeSelect } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Option } from './select.tsx'
import { SelectedChips } from './selected-chips.tsx'
import styles from './fields.module.css'

type Props = {
  label: string
  note?: string | undefined
  /** “Add…” by default. */ addLabel?: string
  options: (Option & { isDisabled?: boolean })[]
  selected: readonly string[]
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Selected options are chips; the others are in a native select. */
export function MultiSelect({ label, note, addLabel, options, selected, error, onChange }: Props) {
  const { t } = useTranslation()
  const names = new Map(options.map(({ value, name }) => [value, name]))
  const rest = options.filter(({ value }) => !selected.includes(value))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{label}</legend>
      {note && <p className={styles.note}>{note}</p>}
      <SelectedChips
        label={label}
        selected={selected.map((value) => ({ value, name: names.get(value) ?? '…' }))}
        onRemove={(value) => onChange(selected.filter((other) => other !== value))}
      />
      <NativeSelect
        mt={8}
        aria-label={t('addTo', { name: label })}
        value=""
        error={error}
        disabled={rest.length === 0}
        onChange={({ currentTarget }) => onChange([...selected, currentTarget.value])}
        data={[
          {
            value: '',
            label: rest.length === 0 ? t('allSelected') : (addLabel ?? t('addMore')),
            disabled: true,
          },
          ...rest.map(({ value, name, isDisabled }) => ({
            value,
            label: name,
            disabled: isDisabled ?? false,
          })),
        ]}
      />
    </fieldset>
  )
}
