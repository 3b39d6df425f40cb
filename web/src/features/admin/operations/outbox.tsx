import { outbox } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { NameAndNote, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/responsive-table.tsx'
import { StatusTag, type Tone } from '../../../ui/text/status-tag.tsx'
import { Lead } from '../lead.tsx'
import styles from './operations.module.css'

const route = getRouteApi('/app/administration/outbox')
const TONES: Record<outbox.Mail['status'], Tone> = {
  waiting: 'warning',
  sent: 'good',
  failed: 'bad',
}

/** Without a mail server, email stays here and can be read. */
export function Outbox() {
  const { t } = useTranslation(['operations', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePagedQuery(outbox.listOutbox, {})
  const mail = pages.items?.find(({ _id }) => _id === open)
  return (
    <Page
      title={t('admin:outbox.title')}
      lead={
        <Lead>
          {t('admin:outbox.lead')} {t('email.noServer')}
        </Lead>
      }
    >
      <PagedTable
        label={t('admin:outbox.title')}
        totalLabel={(count) => t('email.total', count)}
        pages={pages}
        columns={useColumns()}
        empty={
          <EmptyState title={t('email.none')}>
            <p>{t('email.hint')}</p>
          </EmptyState>
        }
      />
      {mail && (
        <Dialog
          size="middle"
          title={mail.subject}
          onClose={() => void navigate({ search: {}, resetScroll: false })}
        >
          <EmailBody mail={mail} />
        </Dialog>
      )}
    </Page>
  )
}

function EmailBody({ mail }: { mail: outbox.Mail }) {
  const { t } = useTranslation('operations')
  return (
    <>
      <DescriptionList
        columns={2}
        items={[
          [t('email.to'), <span dir="ltr">{mail.to}</span>],
          [t('email.state'), <State mail={mail} />],
          [t('email.created'), <DateTime at={mail.created} />],
          [t('email.sent'), mail.sent !== null && <DateTime at={mail.sent} />],
          [t('email.nextAttempt'), mail.next !== null && <DateTime at={mail.next} />],
          [t('email.error'), mail.error, 'wide'],
        ]}
      />
      {/* Text only, so that the HTML of an email cannot load anything. */}
      <div className={styles.email} dir="auto">
        {mail.text}
      </div>
    </>
  )
}

function State({ mail: { status } }: { mail: outbox.Mail }) {
  const { t } = useTranslation('operations')
  return (
    <StatusTag tone={TONES[status]} done={status !== 'waiting'}>
      {t(`email.states.${status}`)}
    </StatusTag>
  )
}

function useColumns(): [Column<outbox.Mail>, ...Column<outbox.Mail>[]] {
  const { t } = useTranslation('operations')
  return [
    {
      title: t('email.subject'),
      width: '36%',
      cell: ({ _id, subject }) => (
        <NameAndNote
          name={
            <Link
              to="/administration/outbox"
              search={{ open: _id }}
              resetScroll={false}
              className={nameLink}
            >
              {subject}
            </Link>
          }
        />
      ),
    },
    {
      title: t('email.to'),
      width: '28%',
      hideTitle: true,
      cell: ({ to }) => (
        <span dir="ltr">
          <Breakable text={to} />
        </span>
      ),
    },
    {
      title: t('email.state'),
      width: '14%',
      hideTitle: true,
      cell: (mail) => (
        <NameAndNote
          name={<State mail={mail} />}
          note={mail.attempts > 0 ? t('attempts', { count: mail.attempts }) : undefined}
        />
      ),
    },
    {
      title: t('email.created'),
      hideTitle: true,
      cell: ({ created }) => <DateTime at={created} />,
    },
  ]
}
