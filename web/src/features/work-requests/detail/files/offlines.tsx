import { offlineDecisions, offlines, workrequests } from '@reelay/api/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { DateTime } from '../../../../ui/text/date-time.tsx'
import { totalValues } from '../../../../ui/format/total.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { StatusTag } from '../../../../ui/text/status-tag.tsx'
import { FileSlot } from './file-slot.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'
import styles from './files.module.css'

/** The offlines, the newest first, and the form to add the next one. */
export function Offlines({
  request,
  files,
}: {
  request: workrequests.WorkRequest
  files: AssetFiles
}) {
  const { t } = useTranslation('request')
  const mayWork = useMayWork(request)
  const acceptsUpload = mayWork && offlineDecisions.acceptsOfflines(request.status)
  const { data } = useEndpointQuery(
    offlines.listOfflines,
    { query: { workRequest: request._id }, range: { first: 0, last: 49 } },
    {
      enabled: request.offlines.length > 0,
      pollWhile: ({ items }) =>
        items.some(({ status }) => status === 'waiting' || status === 'making'),
    },
  )
  if (request.offlines.length === 0 && !acceptsUpload) return null
  return (
    <Section anchor="offlines" title={t('offlines.title')} inCard>
      {request.offlines.length === 0 && <p className={section.hint}>{t('offlines.none')}</p>}
      <ul className={section.list}>
        {data?.items.map((offline) => (
          <OfflineItem key={offline._id} offline={offline} />
        ))}
      </ul>
      {acceptsUpload && (
        <FileSlot
          label={t('offlines.upload')}
          submitLabel={t('offlines.use')}
          slot={{ request: request._id, kind: 'offline', name: '' }}
          asset={request.asset}
          files={files}
          exclude={request.offlines.flatMap(({ file }) => file ?? [])}
        />
      )}
    </Section>
  )
}

function OfflineItem({
  offline: { _id, version, poster, decision, reason, code, created },
}: {
  offline: offlines.Offline
}) {
  const { t } = useTranslation(['request', 'trade'])
  const { codeName } = useDisplayNames()
  const { playlist } = useSearch({ strict: false })
  const { data: openComments } = useEndpointQuery(offlines.listComments, {
    params: { id: _id },
    query: { resolved: 'false' },
    range: { first: 0, last: 0 },
  })
  return (
    <li className={styles.offline}>
      <div className={styles.poster}>{poster && <img src={poster} alt="" loading="lazy" />}</div>
      <div className={styles.offlineText}>
        <div className={section.item}>
          <Link
            className={section.itemName}
            to="/offlines/$id"
            params={{ id: _id }}
            search={playlist ? { playlist } : {}}
          >
            {t('offlines.version', { version })}
          </Link>
          {decision ? (
            <StatusTag tone={decision === 'approved' ? 'good' : 'bad'}>
              {t(`trade:decision.${decision}`)}
            </StatusTag>
          ) : (
            <StatusTag tone="accent" done={false}>
              {t('trade:decision.none')}
            </StatusTag>
          )}
        </div>
        <p className={section.hint}>
          <DateTime at={created} />
          {openComments !== undefined && openComments.total !== 0 && (
            <> · {t('offlines.comments', totalValues(openComments.total))}</>
          )}
        </p>
        {(reason || code) && (
          <p className={section.hint} dir="auto">
            {[code && codeName(code), reason].filter(Boolean).join(': ')}
          </p>
        )}
      </div>
    </li>
  )
}
