import { useState } from 'react'
import { Button } from '@mantine/core'
import { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Trouble } from '../../../ui/feedback/error-alert.tsx'
import { figure } from '../../../ui/format/format.ts'
import styles from './operations.module.css'

/**
 * Entries are sealed so that a change of one would show. Here they are held against their seals.
 */
export function Seals() {
  const { t } = useTranslation('operations')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('seal.check')}
      </Button>
      {isOpen && (
        <Dialog size="middle" title={t('seal.check')} onClose={() => setOpen(false)}>
          <Verdict />
        </Dialog>
      )}
    </>
  )
}

function Verdict() {
  const { t } = useTranslation('operations')
  const { data, error, refetch, isFetching } = useEndpointQuery(
    audit.verifyAudit,
    {},
    { staleTime: 0 },
  )
  if (error) return <Trouble error={error} again={() => void refetch()} isTrying={isFetching} />
  if (!data || isFetching) return <PendingRows rows={3} />
  return (
    <div className={styles.verdict}>
      <Tag tone={data.broken ? 'bad' : 'good'}>
        {data.broken ? t('seal.broken') : t('seal.holds')}
      </Tag>
      <p>
        {data.broken ? (
          <>
            {t('seal.brokenNote', { number: data.broken.seal })} <Moment at={data.broken.at} />
          </>
        ) : (
          t('seal.holdsNote')
        )}
      </p>
      <Facts
        columns={2}
        facts={[
          [t('seal.entries'), figure(data.entries)],
          [t('seal.seals'), figure(data.seals)],
          [t('seal.unsealed'), figure(data.unsealed)],
          [t('seal.head'), data.head && <code dir="ltr">{data.head}</code>, 'wide'],
        ]}
      />
    </div>
  )
}
