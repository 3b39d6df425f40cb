import type { groups } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups } from '../../shared/lookups.ts'
import styles from './order-form.module.css'

type Parts = { value: readonly unknown[]; onChange: (value: unknown[]) => void }

/** Where parcels go: the addresses of the groups one sees. */
export function Shipping({ value, onChange }: Parts) {
  const { t } = useTranslation('order')
  const known = useGroups().records.flatMap(({ addresses }) => addresses)
  const isChosen = (address: groups.Address) =>
    value.some((one) => JSON.stringify(one) === JSON.stringify(address))
  const toggle = (address: groups.Address) =>
    onChange(
      isChosen(address)
        ? value.filter((one) => JSON.stringify(one) !== JSON.stringify(address))
        : [...value, address],
    )
  if (!known.length) return <p className={styles.hint}>{t('noAddresses')}</p>
  return (
    <fieldset className={styles.addresses}>
      <legend>{t('shipTo')}</legend>
      {known.map((address) => (
        <label key={JSON.stringify(address)} className={styles.check}>
          <input type="checkbox" checked={isChosen(address)} onChange={() => toggle(address)} />
          <span dir="auto">{Object.values(address).filter(Boolean).join(', ')}</span>
        </label>
      ))}
    </fieldset>
  )
}
