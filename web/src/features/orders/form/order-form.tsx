import type { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useMe } from '../../shared/current-user.ts'
import { differing, type Draft } from '../draft.ts'
import { Extras } from './more-options.tsx'
import type { Fault } from '../validation.ts'
import { useLeadTimes, useOrderTerritories } from './reference-data.ts'
import { FieldNotes } from './field-messages.tsx'
import { offersOf, personOf, together as meet } from '../options.ts'
import { Treatments } from './treatments.tsx'
import { Uses } from './uses.tsx'
import { Whom } from './territory-and-languages.tsx'
import { WhenField } from './date-time-field.tsx'
import styles from './order-form.module.css'

export type OrderFormParts = {
  draft: Draft
  asset: assets.Asset
  /** Only what was changed. */
  onChange: (to: Partial<Draft>) => void
  faults: readonly Fault[]
  /** Orders that are changed with it; `draft` and `asset` are the first of them. */
  together?: { drafts: readonly Draft[]; assets: readonly assets.Asset[] }
  /** An order that exists has one language; one that is being written may become several orders. */
  oneLanguage?: boolean
}
export type PartParts = {
  draft: Draft
  onChange: OrderFormParts['onChange']
  faults: readonly Fault[]
  differs: ReadonlySet<keyof Draft>
}

/**
 * What is to be made of an asset, for whom and until when. What the asset's phase or a role keeps
 * closed is shown, and why.
 */
export function OrderForm({
  draft,
  asset,
  onChange,
  faults,
  together,
  oneLanguage = false,
}: OrderFormParts) {
  const { t } = useTranslation('order')
  const me = useMe()
  const territories = useOrderTerritories()
  const lead = useLeadTimes()(asset.studio)
  if (!me) return null
  const of = together?.assets ?? [asset]
  const offers = meet(of.map((one) => ({ name: one.name, offers: offersOf(one, personOf(me)) })))
  const territory = territories.all.find(({ code }) => code === draft.territory)
  const part: PartParts = {
    draft,
    onChange,
    faults,
    differs: differing(together?.drafts ?? [draft]),
  }
  return (
    <div className={styles.form}>
      <FieldNotes faults={faults} fields={['whole']} />
      {of.some(({ $embargo }) => $embargo) && <p className={styles.embargo}>{t('embargo')}</p>}
      <Whom
        {...part}
        territories={territories.mine}
        territory={territory}
        oneLanguage={oneLanguage}
        assets={of}
      />
      <Treatments {...part} offers={offers} />
      <Uses {...part} offers={offers.uses} />
      <div className={styles.section}>
        <h3>{t('when')}</h3>
        <div className={styles.pair}>
          <WhenField
            label={t('due')}
            name="due"
            {...part}
            asset={asset}
            territory={territory}
            lead={lead}
          />
          <WhenField
            label={t('deliveryDeadline')}
            name="deliveryDeadline"
            {...part}
            asset={asset}
            territory={territory}
          />
        </div>
      </div>
      <Extras {...part} asset={asset} offer={offers.autosubs} isOne={of.length === 1} />
    </div>
  )
}
