import type { groups } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups } from '../../shared/lookups.ts'
import styles from './order-form.module.css'

type Props = { value: readonly unknown[]; onChange: (value: unknown[]) => void }

/** Selects from the addresses of the visible groups. */
export function ShippingAddresses({ value, onChange }: Props) {
  const { t } = useTranslation('order')
  const addresses = useGroups().records.flatMap((group) => group.addresses)
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const isSelected = (address: groups.Address) => value.some((one) => isSame(one, address))
  const toggle = (address: groups.Address) =>
    onChange(
      isSelected(address) ? value.filter((one) => !isSame(one, address)) : [...value, address],
    )
  if (!addresses.length) return <p className={styles.hint}>{t('noAddresses')}</p>
  return (
    <fieldset className={styles.addresses}>
      <legend>{t('shipTo')}</legend>
      {addresses.map((address) => (
        <label key={JSON.stringify(address)} className={styles.check}>
          <input type="checkbox" checked={isSelected(address)} onChange={() => toggle(address)} />
          <span dir="auto">{Object.values(address).filter(Boolean).join(', ')}</span>
        </label>
      ))}
    </fieldset>
  )
}
