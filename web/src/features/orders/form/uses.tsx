import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import type { Use } from '../draft.ts'
import type { PartParts } from './order-form.tsx'
import { FieldNotes } from './field-messages.tsx'
import type { Offer } from '../options.ts'
import { UseCard } from './use-card.tsx'
import { useWhy } from './unavailable-reason.ts'
import styles from './order-form.module.css'

/** What the version is for; each use with its formats and who gets it. */
export function Uses({ offers, ...part }: PartParts & { offers: Offer<Use>[] }) {
  const { draft, onChange, faults, differs } = part
  const { t } = useTranslation(['order', 'trade'])
  const why = useWhy()
  return (
    <div className={styles.section}>
      <h3>{t('uses')}</h3>
      <div className={styles.field}>
        <Chips
          label={t('usesLabel')}
          value={draft.uses}
          onChange={(value) => onChange({ uses: value as Use[] })}
          chips={offers.map((offer) => ({
            value: offer.value,
            name: t(`trade:use.${offer.value}`),
            why: why(offer),
          }))}
        />
        <FieldNotes
          faults={faults}
          fields={['uses']}
          of={['uses', 'details', 'recipients']}
          differs={differs}
        />
      </div>
      {draft.uses.length > 0 && (
        <div className={styles.uses}>
          {draft.uses.map((use) => (
            <UseCard key={use} use={use} {...part} />
          ))}
        </div>
      )}
      <FieldNotes faults={faults} fields={['recipients']} />
    </div>
  )
}
