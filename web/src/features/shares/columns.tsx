import { Button } from '@mantine/core'
import type { shares } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Column } from '../../ui/table/responsive-table.tsx'
import { DateOnly } from '../../ui/text/date-time.tsx'
import { NameAndNote } from '../../ui/text/name-and-note.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import styles from './shares.module.css'

type Columns = [Column<shares.Share>, ...Column<shares.Share>[]]

export function useShareColumns(onRevoke: (share: shares.Share) => void): Columns {
  const { t } = useTranslation('shares')
  return [
    {
      title: t('what'),
      cell: ({ name, kind, from }) => (
        <NameAndNote name={name} note={`${t(`kinds.${kind}`)} · ${from.name}`} />
      ),
    },
    {
      title: t('opens'),
      width: '22%',
      hideTitle: true,
      cell: ({ recipients }) => {
        const totals = totalsOf(recipients)
        return totals.opens === 0 ? t('notOpened') : t('opensAndDownloads', totals)
      },
    },
    {
      title: t('state'),
      width: '22%',
      hideTitle: true,
      cell: ({ $state, expires }) => (
        <>
          <StatusTag tone={$state === 'active' ? 'good' : 'neutral'} done={$state === 'active'}>
            {t(`states.${$state}`)}
          </StatusTag>
          {$state === 'active' && (
            <div className={styles.note}>
              {t('expires')} <DateOnly at={expires} />
            </div>
          )}
        </>
      ),
    },
    {
      title: t('actions'),
      width: '12%',
      hideTitle: true,
      cell: (share) =>
        share.$state === 'active' && (
          <Button size="xs" variant="default" onClick={() => onRevoke(share)}>
            {t('revoke')}
            <span className="visually-hidden"> {share.name}</span>
          </Button>
        ),
    },
  ]
}

/** Everybody who uses an open link also counts for the link itself. */
function totalsOf(recipients: readonly shares.ShareRecipient[]) {
  const link = recipients.find(({ email }) => email === null)
  const sum = (of: (recipient: shares.ShareRecipient) => number) =>
    recipients.reduce((total, recipient) => total + of(recipient), 0)
  return {
    opens: link ? link.opens : sum(({ opens }) => opens),
    downloads: sum(({ downloads }) => downloads),
  }
}
