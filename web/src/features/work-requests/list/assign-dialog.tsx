import { materialRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useVersionName } from '../../shared/request-columns.tsx'
import { translationPart } from '../../shared/translation-part.ts'
import { ReviewerField } from '../detail/order/reviewer-field.tsx'
import { VendorField } from '../detail/order/vendor-field.tsx'
import { TranslatorField } from '../detail/translation/translator-field.tsx'
import styles from './list.module.css'

type Props = { request: workrequests.WorkRequest; onClose: () => void }

/** The same fields as on the page of the request. */
export function AssignDialog({ request: listed, onClose }: Props) {
  const { t } = useTranslation(['requests', 'request', 'trade'])
  const versionName = useVersionName()
  const { data } = useEndpointQuery(workrequests.getWorkRequest, { params: { id: listed._id } })
  const request = data ?? listed
  return (
    <Dialog
      title={t('assignTitle', { name: request.asset.name, version: versionName(request) })}
      onClose={onClose}
    >
      <div className={styles.field}>
        <div className={styles.dim}>{t('column.vendor')}</div>
        <VendorField request={request} />
      </div>
      {(['reviewer', 'approver'] as const).map((role) => (
        <div key={role} className={styles.field}>
          <div className={styles.dim}>{t(`request:reviewers.${role}`)}</div>
          <ReviewerField request={request} role={role} />
        </div>
      ))}
      {materialRules.orderedTranslations(request).map((translation) => (
        <div key={translation._id} className={styles.field}>
          <TranslatorField
            translation={translation}
            request={request}
            label={`${t('column.assignee')} · ${t(`trade:part.${translationPart(request, translation)}`)}`}
          />
        </div>
      ))}
    </Dialog>
  )
}
