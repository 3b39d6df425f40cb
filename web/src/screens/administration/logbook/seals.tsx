import { useState } from 'react'
import { Button } from '@mantine/core'
import { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../wording.ts'
import { useEndpointQuery } from '../../../answers.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PendingRows } from '../../../ui/pending.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Trouble } from '../../../ui/trouble.tsx'
import { figure } from '../../../ui/words.ts'
import styles from './logbook.module.css'

/**
 * Entries are sealed so that a change of one would show. Here they are held against their seals.
 */
export function Seals() {
  const { t } = useTranslation('logbook')
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
  const { t } = useTranslation('logbook')
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
