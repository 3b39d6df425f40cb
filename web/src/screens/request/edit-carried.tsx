import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../wording.ts'
import type { Draft } from '../../order/draft.ts'
import { Recipients } from '../../order/recipients.tsx'
import { TagsField } from '../../ui/fields/tags-field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { useTradeNames } from './trade-names.ts'
import styles from './request.module.css'

type Parts = { request: workrequests.WorkRequest; draft: Draft; onChange: (to: Partial<Draft>) => void }

/** What stays open to whoever ordered once an order was handed in. */
export function EditCarried({ request, draft, onChange }: Parts) {
  const { t } = useTranslation(['request', 'order'])
  const { useName } = useTradeNames()
  const uses = workrequests.RECIPIENT_USES.filter((use) => (request.uses.items as readonly string[]).includes(use) || request.recipients[use].length > 0)
  return (
    <>
      <p className={styles.lesser}>{t('orderedIsClosed')}</p>
      <TextArea label={t('instructions')} rows={5} maxLength={20_000} value={draft.instructions} onChange={(instructions) => onChange({ instructions })} />
      <TagsField label={t('order:tags')} placeholder={t('order:tagsExample')} value={draft.tags} onChange={(tags) => onChange({ tags })} />
      {uses.map((use) => <Recipients key={use} label={t('recipientsFor', { use: useName(use) })} value={draft.recipients[use] ?? []} onChange={(value) => onChange({ recipients: { ...draft.recipients, [use]: value } })} />)}
    </>
  )
}
