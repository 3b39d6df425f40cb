import { useState } from 'react'
import { Button } from '@mantine/core'
import { audit } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useStudios } from '../../shared/lookups.ts'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import styles from './operations.module.css'

/** Hash chains make changes to entries detectable. Verifies all of them. */
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

/** The chain of the entries that belong to no studio. */
const INSTALLATION = 'installation'

function Verdict() {
  const { t } = useTranslation('operations')
  const studios = useStudios()
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
            {t('seal.invalidHint', {
              position: data.broken.position ?? data.broken.entry ?? '',
              chain:
                data.broken.chain === INSTALLATION
                  ? t('seal.installation')
                  : studios.nameOf(data.broken.chain),
              problem: t(`seal.problems.${data.broken.problem}`),
            })}{' '}
            {data.broken.at !== null && <DateTime at={data.broken.at} />}
          </>
        ) : (
          t('seal.validHint')
        )}
      </p>
      <DescriptionList
        columns={2}
        items={[
          [t('seal.entries'), formatNumber(data.entries)],
          [t('seal.chains'), formatNumber(data.chains.length)],
          [t('seal.seals'), formatNumber(data.seals)],
          [t('seal.unsealed'), formatNumber(data.unsealed)],
          [t('seal.latest'), data.head && <code dir="ltr">{data.head}</code>, 'wide'],
        ]}
      />
    </div>
  )
}
