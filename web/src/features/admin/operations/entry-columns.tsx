import type { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote } from '../../../ui/text/name-and-note.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { useCodeLabels } from './code-labels.ts'
import styles from './operations.module.css'

/** A click on a name shows everything that person did. */
export function useEntryColumns(
  onPerson: (id: string) => void,
): [Column<audit.AuditEntry>, ...Column<audit.AuditEntry>[]] {
  const { t } = useTranslation('operations')
  const words = useCodeLabels()
  return [
    {
      title: t('entry.record'),
      width: '38%',
      cell: ({ about, act, outcome }) => (
        <NameAndNote
          name={about.name || words.kind(about.kind)}
          note={[
            words.kind(about.kind),
            words.action(act),
            ...(outcome === 'refused' ? [t('entry.refused')] : []),
          ].join(' · ')}
        />
      ),
    },
    {
      title: t('entry.by'),
      width: '30%',
      cell: ({ by }) =>
        by ? (
          <button
            type="button"
            className={styles.person}
            dir="auto"
            title={t('entry.showAllBy')}
            onClick={() => onPerson(by._id)}
          >
            {by.name}
          </button>
        ) : (
          t('entry.notSignedIn')
        ),
    },
    { title: t('entry.time'), hideTitle: true, cell: ({ at }) => <DateTime at={at} /> },
  ]
}
