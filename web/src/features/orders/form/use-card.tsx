import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { deliveryTargets, recipientRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { Detail, RecipientUse, Use } from '../draft.ts'
import type { PartParts } from './order-form.tsx'
import { Recipients } from './recipients-field.tsx'
import { Shipping } from './shipping-addresses.tsx'
import styles from './order-form.module.css'

/** One use: in which formats, whether they are sent on something one can hold, and to whom. */
export function UseCard({ use, draft, onChange }: PartParts & { use: Use }) {
  const { t } = useTranslation(['order', 'trade', 'common'])
  const [other, setOther] = useState('')
  const details = draft.details[use] ?? []
  const said = (next: Detail[]) => onChange({ details: { ...draft.details, [use]: next } })
  const values = details.map(({ value }) => value)
  const offered = [...new Set([...(deliveryTargets.USUAL[use] ?? []), ...values])]
  const choose = (chosen: string[]) =>
    said(
      chosen.map(
        (value) => details.find((detail) => detail.value === value) ?? { value, ship: false },
      ),
    )
  const addOther = () => {
    const value = other.trim()
    if (value && !values.includes(value)) choose([...values, value])
    setOther('')
  }
  return (
    <section className={styles.use} aria-label={t(`trade:use.${use}`)}>
      <h4>{t(`trade:use.${use}`)}</h4>
      <Chips
        label={t('formats')}
        chips={offered.map((value) => ({ value, name: value }))}
        value={values}
        onChange={choose}
      >
        <span className={styles.other}>
          <TextInput
            size="sm"
            aria-label={t('otherFormat', { use: t(`trade:use.${use}`) })}
            placeholder={t('otherFormatExample')}
            maxLength={200}
            value={other}
            onChange={({ currentTarget }) => setOther(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                addOther()
              }
            }}
          />
          {other.trim() && (
            <Button size="xs" variant="default" onClick={addOther}>
              {t('common:add')}
            </Button>
          )}
        </span>
      </Chips>
      {details.length > 0 && (
        <div className={styles.ship}>
          {details.map(({ value, ship }) => (
            <label key={value} className={styles.check}>
              <input
                type="checkbox"
                checked={ship}
                onChange={() =>
                  said(
                    details.map((detail) =>
                      detail.value === value ? { ...detail, ship: !ship } : detail,
                    ),
                  )
                }
              />
              {t('ship', { value })}
            </label>
          ))}
        </div>
      )}
      {details.some(({ ship }) => ship) && (
        <Shipping
          value={draft.shippingAddresses}
          onChange={(shippingAddresses) => onChange({ shippingAddresses })}
        />
      )}
      {listsOf(use).map((list) => (
        <Recipients
          key={list}
          label={
            list === use
              ? t('recipients')
              : t('recipientsOf', { list: t(`list.${list as 'Cmyk'}`) })
          }
          value={draft.recipients[list] ?? []}
          onChange={(value) => onChange({ recipients: { ...draft.recipients, [list]: value } })}
        />
      ))}
    </section>
  )
}

/** A use has its own list of recipients, except where the trade keeps several under other names. */
const listsOf = (use: Use): RecipientUse[] =>
  workrequests.RECIPIENT_USES.some((list) => list === use)
    ? [use as RecipientUse]
    : workrequests.RECIPIENT_USES.filter((list) => recipientRules.orderedAs(list) === use)
