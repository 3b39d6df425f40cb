import { useState, type ReactNode } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import fields from '../../../ui/fields/fields.module.css'
import styles from './sign-in.module.css'

type Row = { value: string }
type Props<R extends Row> = {
  label: string
  note: string
  rows: R[]
  error: string | undefined
  newRow: (value: string) => R
  onChange: (rows: R[]) => void
  /** The field next to the value of the claim. */
  children: (row: R, change: (row: R) => void) => ReactNode
}

/** Values of a claim, and what each gives. */
export function MappingRows<R extends Row>(props: Props<R>) {
  const { label, note, rows, error, newRow, onChange, children } = props
  const { t } = useTranslation(['sso', 'common'])
  const [typed, setTyped] = useState('')
  const value = typed.trim()
  const isNew = value !== '' && !rows.some((row) => row.value === value)
  const add = () => {
    if (!isNew) return
    onChange([...rows, newRow(value)])
    setTyped('')
  }
  return (
    <fieldset className={fields.fieldset}>
      <legend className={fields.legend}>{label}</legend>
      <p className={fields.note}>{note}</p>
      {rows.map((row) => (
        <div key={row.value} className={styles.mapping}>
          <code dir="ltr">{row.value}</code>
          {children(row, (changed) =>
            onChange(rows.map((other) => (other.value === row.value ? changed : other))),
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={t('common:removeThis', { name: row.value })}
            onClick={() => onChange(rows.filter((other) => other.value !== row.value))}
          >
            {t('common:remove')}
          </Button>
        </div>
      ))}
      {error && (
        <p className={fields.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.actions} style={{ marginTop: 12 }}>
        <TextInput
          aria-label={`${label}: ${t('sso:accounts.value')}`}
          placeholder={t('sso:accounts.value')}
          maxLength={200}
          dir="ltr"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              add()
            }
          }}
        />
        <Button variant="default" disabled={!isNew} onClick={add}>
          {t('common:add')}
          <span className="visually-hidden">: {label}</span>
        </Button>
      </div>
    </fieldset>
  )
}
