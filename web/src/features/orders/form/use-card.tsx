import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { deliveryTargets, recipientRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { UseDetail, RecipientUse, OrderUse } from '../draft.ts'
import type { OrderSectionProps } from './order-section.ts'
import { RecipientsField } from './recipients-field.tsx'
import { ShippingAddresses } from './shipping-addresses.tsx'
import styles from './order-form.module.css'

/** One use with its formats, shipping addresses and recipients. */
export function UseCard({ use, draft, onChange }: OrderSectionProps & { use: OrderUse }) {
  const { t } = useTranslation(['order', 'trade', 'common'])
  const details = draft.details[use] ?? []
  const setDetails = (next: UseDetail[]) => onChange({ details: { ...draft.details, [use]: next } })
  const formats = details.map(({ value }) => value)
  const offered = [...new Set([...(deliveryTargets.USUAL_DETAILS[use] ?? []), ...formats])]
  const selectFormats = (selected: string[]) =>
    setDetails(
      selected.map(
        (value) => details.find((detail) => detail.value === value) ?? { value, ship: false },
      ),
    )
  const toggleShipping = (format: string) =>
    setDetails(
      details.map((detail) =>
        detail.value === format ? { ...detail, ship: !detail.ship } : detail,
      ),
    )
  return (
    <section className={styles.use} aria-label={t(`trade:use.${use}`)}>
      <h4>{t(`trade:use.${use}`)}</h4>
      <Chips
        label={t('formats')}
        chips={offered.map((value) => ({ value, name: value }))}
        value={formats}
        onChange={selectFormats}
      >
        <OtherFormat
          label={t('otherFormat', { use: t(`trade:use.${use}`) })}
          onAdd={(format) => {
            if (!formats.includes(format)) selectFormats([...formats, format])
          }}
        />
      </Chips>
      {details.length > 0 && (
        <div className={styles.ship}>
          {details.map(({ value, ship }) => (
            <label key={value} className={styles.check}>
              <input type="checkbox" checked={ship} onChange={() => toggleShipping(value)} />
              {t('ship', { value })}
            </label>
          ))}
        </div>
      )}
      {details.some(({ ship }) => ship) && (
        <ShippingAddresses
          value={draft.shippingAddresses}
          onChange={(shippingAddresses) => onChange({ shippingAddresses })}
        />
      )}
      {recipientListsOf(use).map((list) => (
        <RecipientsField
          key={list}
          label={
            list === use
              ? t('recipients')
              : t('recipientsOfList', { list: t(`list.${list as 'Cmyk'}`) })
          }
          value={draft.recipients[list] ?? []}
          onChange={(value) => onChange({ recipients: { ...draft.recipients, [list]: value } })}
        />
      ))}
    </section>
  )
}

function OtherFormat({ label, onAdd }: { label: string; onAdd: (format: string) => void }) {
  const { t } = useTranslation(['order', 'common'])
  const [format, setFormat] = useState('')
  const add = () => {
    if (format.trim()) onAdd(format.trim())
    setFormat('')
  }
  return (
    <span className={styles.otherFormat}>
      <TextInput
        size="sm"
        aria-label={label}
        placeholder={t('otherFormatPlaceholder')}
        maxLength={200}
        value={format}
        onChange={({ currentTarget }) => setFormat(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            add()
          }
        }}
      />
      {format.trim() && (
        <Button size="xs" variant="default" onClick={add}>
          {t('common:add')}
        </Button>
      )}
    </span>
  )
}

/** Most uses have one list of recipients. Print has two: CMYK and RGB. */
const recipientListsOf = (use: OrderUse): RecipientUse[] =>
  workrequests.RECIPIENT_USES.some((list) => list === use)
    ? [use as RecipientUse]
    : workrequests.RECIPIENT_USES.filter((list) => recipientRules.orderedUse(list) === use)
