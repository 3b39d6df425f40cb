import { outbox } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePages } from '../../../api/queries.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Listing } from '../../../ui/table/listing.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { Named, nameLink } from '../../../ui/text/name-and-note.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { Lead } from '../head.tsx'
import styles from './operations.module.css'

const route = getRouteApi('/inside/administration/outbox')
const TONES: Record<outbox.Mail['status'], Tone> = { waiting: 'wait', sent: 'good', failed: 'bad' }

/** Where no mail server is named, mail stays here and can be read. */
export function Outbox() {
  const { t } = useTranslation(['operations', 'admin'])
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const pages = usePages(outbox.listOutbox, {})
  const mail = pages.items?.find(({ _id }) => _id === open)
  return (
    <Page
      title={t('admin:outbox.title')}
      lead={
        <Lead>
          {t('admin:outbox.lead')} {t('mail.kept')}
        </Lead>
      }
    >
      <Listing
        label={t('admin:outbox.title')}
        total={(count) => t('mail.total', { count })}
        pages={pages}
        columns={useColumns()}
        empty={
          <Empty title={t('mail.none')}>
            <p>{t('mail.lesson')}</p>
          </Empty>
        }
      />
      {mail && (
        <Dialog
          size="middle"
          title={mail.subject}
          onClose={() => void navigate({ search: {}, resetScroll: false })}
        >
          <Letter mail={mail} />
        </Dialog>
      )}
    </Page>
  )
}

function Letter({ mail }: { mail: outbox.Mail }) {
  const { t } = useTranslation('operations')
  return (
    <>
      <Facts
        columns={2}
        facts={[
          [t('mail.to'), <span dir="ltr">{mail.to}</span>],
          [t('mail.state'), <State mail={mail} />],
          [t('mail.written'), <Moment at={mail.created} />],
          [t('mail.sent'), mail.sent !== null && <Moment at={mail.sent} />],
          [t('mail.next'), mail.next !== null && <Moment at={mail.next} />],
          [t('mail.error'), mail.error, 'wide'],
        ]}
      />
      {/* As text: what a letter's HTML would fetch is none of this page's business. */}
      <div className={styles.letter} dir="auto">
        {mail.text}
      </div>
    </>
  )
}

function State({ mail: { status } }: { mail: outbox.Mail }) {
  const { t } = useTranslation('operations')
  return (
    <Tag tone={TONES[status]} done={status !== 'waiting'}>
      {t(`mail.states.${status}`)}
    </Tag>
  )
}

function useColumns(): [Column<outbox.Mail>, ...Column<outbox.Mail>[]] {
  const { t } = useTranslation('operations')
  return [
    {
      title: t('mail.subject'),
      width: '46%',
      cell: ({ _id, subject }) => (
        <Named
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
      title: t('mail.to'),
      width: '26%',
      plain: true,
      cell: ({ to }) => <span dir="ltr">{to}</span>,
    },
    {
      title: t('mail.state'),
      plain: true,
      cell: (mail) => (
        <Named
          name={<State mail={mail} />}
          note={mail.attempts > 0 ? t('tries', { count: mail.attempts }) : undefined}
        />
      ),
    },
    { title: t('mail.written'), plain: true, cell: ({ created }) => <Moment at={created} /> },
  ]
}
