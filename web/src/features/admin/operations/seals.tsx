import { useState } from 'react'
import { Button } from '@mantine/core'
import { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import styles from './operations.module.css'

/** Seals make changes to entries detectable. Verifies all of them. */
export function Seals() {
  const { t } = useTranslation('operations')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('seal.verify')}
      </Button>
      {isOpen && (
        <Dialog size="middle" title={t('seal.verify')} onClose={() => setOpen(false)}>
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
  if (error)
    return <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data || isFetching) return <PendingRows rows={3} />
  return (
    <div className={styles.result}>
      <StatusTag tone={data.broken ? 'bad' : 'good'}>
        {data.broken ? t('seal.invalid') : t('seal.valid')}
      </StatusTag>
      <p>
        {data.broken ? (
          <>
            {t('seal.invalidHint', { number: data.broken.seal })} <DateTime at={data.broken.at} />
          </>
        ) : (
          t('seal.validHint')
        )}
      </p>
      <DescriptionList
        columns={2}
        facts={[
          [t('seal.entries'), formatNumber(data.entries)],
          [t('seal.seals'), formatNumber(data.seals)],
          [t('seal.unsealed'), formatNumber(data.unsealed)],
          [t('seal.latest'), data.head && <code dir="ltr">{data.head}</code>, 'wide'],
        ]}
      />
    </div>
  )
}
