import { Button, TextInput } from '@mantine/core'
import { groupRules, type groups } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import styles from '../../../ui/fields/fields.module.css'

type Props = { addresses: groups.Address[]; onChange: (addresses: groups.Address[]) => void }

const ADDRESS_FIELDS = ['name', 'address', 'postalCode', 'city', 'state', 'country'] as const

/** Shipping addresses. */
export function Addresses({ addresses, onChange }: Props) {
  const { t } = useTranslation(['people', 'common'])
  const write = (index: number, change: Partial<groups.Address>) =>
    onChange(addresses.map((address, at) => (at === index ? { ...address, ...change } : address)))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>{t('group.addresses')}</legend>
      <p className={styles.note}>{t('group.addressesHint')}</p>
      {addresses.map((address, index) => (
        <fieldset
          key={index}
          className={styles.fieldset}
          style={{ marginBlock: 12 }}
          aria-label={t('group.addressNumber', { number: index + 1 })}
        >
          <FieldRow>
            {ADDRESS_FIELDS.map((line) => (
              <TextInput
                key={line}
                label={t(`group.address.${line}`)}
                dir="auto"
                maxLength={200}
                value={address[line]}
                onChange={({ currentTarget }) => write(index, { [line]: currentTarget.value })}
              />
            ))}
          </FieldRow>
          <Button
            mt={10}
            size="compact-sm"
            variant="default"
            onClick={() => onChange(addresses.filter((_, at) => at !== index))}
          >
            {t('common:remove')}
            <span className="visually-hidden">
              : {t('group.addressNumber', { number: index + 1 })}
            </span>
          </Button>
        </fieldset>
      ))}
      <Button
        mt={8}
        size="sm"
        variant="default"
        onClick={() => onChange([...addresses, groupRules.wholeAddress({})])}
      >
        {t('group.addAddress')}
      </Button>
    </fieldset>
  )
}
