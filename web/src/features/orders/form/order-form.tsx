import type { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { findDifferingFields, type OrderDraft } from '../draft.ts'
import { MoreOptions } from './more-options.tsx'
import type { OrderSectionProps } from './order-section.ts'
import { useLeadTimes, useOrderTerritories } from './reference-data.ts'
import { FieldMessages } from './field-messages.tsx'
import { commonOptions, orderOptionsFor, toOrderingUser } from '../options.ts'
import { Treatments } from './treatments.tsx'
import { Uses } from './uses.tsx'
import { TerritoryAndLanguages } from './territory-and-languages.tsx'
import { DateTimeField } from './date-time-field.tsx'
import styles from './order-form.module.css'

type Props = Omit<OrderSectionProps, 'differingFields'> & {
  asset: assets.Asset
  /** All orders that are edited together; `draft` and `asset` are the first of them. */
  selection?: { drafts: readonly OrderDraft[]; assets: readonly assets.Asset[] }
  /** An existing work request has one language. A new order may have several. */
  oneLanguage?: boolean
}

/** Options that the phase or the role rules out are shown disabled, with the reason. */
export function OrderForm({
  draft,
  asset,
  onChange,
  errors,
  selection,
  oneLanguage = false,
}: Props) {
  const { t } = useTranslation('order')
  const me = useCurrentUser()
  const territories = useOrderTerritories()
  const leadTime = useLeadTimes()(asset.studio)
  if (!me) return null
  const user = toOrderingUser(me)
  const selectedAssets = selection?.assets ?? [asset]
  const options = commonOptions(
    selectedAssets.map((one) => ({ name: one.name, options: orderOptionsFor(one, user) })),
  )
  const territory = territories.all.find(({ code }) => code === draft.territory)
  const fieldProps: OrderSectionProps = {
    draft,
    onChange,
    errors,
    differingFields: findDifferingFields(selection?.drafts ?? [draft]),
  }
  return (
    <div className={styles.form}>
      <FieldMessages errors={errors} fields={['form']} />
      {selectedAssets.some(({ $embargo }) => $embargo) && (
        <p className={styles.embargo}>{t('embargo')}</p>
      )}
      <TerritoryAndLanguages
        {...fieldProps}
        territories={territories.orderable}
        territory={territory}
        oneLanguage={oneLanguage}
        assets={selectedAssets}
      />
      <Treatments {...fieldProps} options={options} />
      <Uses {...fieldProps} options={options.uses} />
      <div className={styles.section}>
        <h3>{t('dates')}</h3>
        <div className={styles.pair}>
          <DateTimeField
            label={t('due')}
            name="due"
            {...fieldProps}
            asset={asset}
            territory={territory}
            leadTime={leadTime}
          />
          <DateTimeField
            label={t('deliveryDeadline')}
            name="deliveryDeadline"
            {...fieldProps}
            asset={asset}
            territory={territory}
          />
        </div>
      </div>
      <MoreOptions
        {...fieldProps}
        asset={asset}
        autosubsOption={options.autosubs}
        isSingle={selectedAssets.length === 1}
      />
    </div>
  )
}
