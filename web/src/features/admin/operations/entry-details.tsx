import type { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import styles from './operations.module.css'

/** The API call as recorded, without secrets. */
export function EntryDetails({
  entry: { act, summary, asked, request, address, outcome, sealed, about },
}: {
  entry: audit.AuditEntry
}) {
  const { t } = useTranslation('operations')
  const isEmpty =
    asked === null ||
    asked === undefined ||
    (typeof asked === 'object' && Object.keys(asked).length === 0)
  return (
    <details className={styles.details}>
      <summary>
        {t('entry.details')}
        <span className="visually-hidden">: {about.name || act}</span>
      </summary>
      <DescriptionList
        columns={4}
        items={[
          [
            t('entry.call'),
            <span lang="en" dir="ltr">
              {summary}
              <br />
              <code>{act}</code>
            </span>,
            'wide',
          ],
          [t('entry.id'), about._id && <code dir="ltr">{about._id}</code>],
          [t('entry.ipAddress'), address && <code dir="ltr">{address}</code>],
          [t('entry.requestId'), request && <code dir="ltr">{request}</code>],
          [t('entry.outcome'), t(`entry.${outcome}`)],
          [t('entry.seal'), t(sealed ? 'entry.isSealed' : 'entry.notSealed')],
        ]}
      />
      {!isEmpty && (
        <pre className={styles.payload} dir="ltr" tabIndex={0} aria-label={t('entry.payload')}>
          {JSON.stringify(asked, null, 2)}
        </pre>
      )}
    </details>
  )
}
