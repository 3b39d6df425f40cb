import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import fields from '../../../ui/fields/fields.module.css'
import { FieldRow } from '../../../ui/fields/form.tsx'

type Prices = Record<string, string>
type Props = {
  label: string
  note?: string
  prices: Prices
  /** The label for adding a row; without it rows cannot be added. */ add?: string
  nameOf?: (key: string) => string
  onChange: (prices: Prices) => void
}

/** Prices by name. An emptied row is removed. */
export function PriceList({ label, note, prices, add, nameOf = (key) => key, onChange }: Props) {
  const { t } = useTranslation(['organization', 'common'])
  const [name, setName] = useState('')
  const append = () => {
    if (name.trim() && !(name.trim() in prices)) onChange({ ...prices, [name.trim()]: '0.00' })
    setName('')
  }
  const remove = (key: string) =>
    onChange(Object.fromEntries(Object.entries(prices).filter(([other]) => other !== key)))
  const lines = (
    <FieldRow>
      {Object.entries(prices).map(([key, price]) => (
        <TextInput
          key={key}
          label={nameOf(key)}
          dir="ltr"
          inputMode="decimal"
          required
          pattern="\d{1,9}(\.\d{1,2})?"
          value={price}
          onChange={({ currentTarget }) => onChange({ ...prices, [key]: currentTarget.value })}
          {...(add && {
            rightSection: (
              <button
                type="button"
                className={fields.remove}
                aria-label={t('common:removeThis', { name: key })}
                onClick={() => remove(key)}
              >
                ×
              </button>
            ),
          })}
        />
      ))}
    </FieldRow>
  )
  if (!add)
    return (
      <div role="group" aria-label={label}>
        {lines}
      </div>
    )
  return (
    <fieldset className={fields.fieldset}>
      <legend className={fields.legend}>{label}</legend>
      {note && <p className={fields.note}>{note}</p>}
      <div style={{ marginBlock: 10 }}>{lines}</div>
      <div className={fields.actions}>
        <TextInput
          aria-label={add}
          placeholder={add}
          w="min(100%, 300px)"
          maxLength={100}
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              append()
            }
          }}
        />
        <Button variant="default" disabled={!name.trim()} onClick={append}>
          {t('common:add')}
          <span className="visually-hidden">: {label}</span>
        </Button>
      </div>
    </fieldset>
  )
}
