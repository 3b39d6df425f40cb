import { offlineDecisions, offlines, workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useMay } from '../../../shared/current-user.ts'
import { Moment } from '../../../../ui/text/date-time.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { tell } from '../../../../ui/feedback/toasts.tsx'
import { FilePicker } from './file-picker.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import type { AssetFiles } from './use-asset-files.ts'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import styles from '../work-request-page.module.css'

/** The cuts that were brought for review, the newest on top, and the way to bring the next. */
export function Offlines({
  request,
  files,
}: {
  request: workrequests.WorkRequest
  files: AssetFiles
}) {
  const { t } = useTranslation('request')
  const works = useMay('workrequest.work')
  const takes = works && offlineDecisions.acceptsOfflines(request.status)
  const { data } = useEndpointQuery(
    offlines.listOfflines,
    { query: { workRequest: request._id }, range: { first: 0, last: 49 } },
    {
      enabled: request.offlines.length > 0,
      pollWhile: ({ items }) =>
        items.some(({ status }) => status === 'waiting' || status === 'making'),
    },
  )
  const { act, isPending } = useEndpointMutation(offlines.createOffline, {
    touches: INVALIDATED_PATHS,
    done: ({ version }) => tell(t('offlines.brought', { version })),
  })
  if (request.offlines.length === 0 && !takes) return null
  return (
    <Section at="offlines" title={t('offlines.title')} card>
      {request.offlines.length === 0 && <p className={styles.lesser}>{t('offlines.none')}</p>}
      <ul className={styles.list}>
        {data?.items.map((offline) => (
          <One key={offline._id} offline={offline} />
        ))}
      </ul>
      {takes && (
        <FilePicker
          label={t('offlines.file')}
          act={t('offlines.bring')}
          asset={request.asset}
          files={files}
          without={request.offlines.flatMap(({ file }) => file ?? [])}
          isBusy={isPending}
          onChoose={(file) => act({ body: { workRequest: request._id, file } })}
        />
      )}
    </Section>
  )
}

function One({
  offline: { _id, version, poster, decision, reason, code, created },
}: {
  offline: offlines.Offline
}) {
  const { t } = useTranslation(['request', 'trade'])
  const { codeName } = useDisplayNames()
  const { data: open } = useEndpointQuery(offlines.listComments, {
    params: { id: _id },
    query: { resolved: 'false' },
    range: { first: 0, last: 0 },
  })
  return (
    <li className={styles.offline}>
      <div className={styles.poster}>{poster && <img src={poster} alt="" loading="lazy" />}</div>
      <div className={styles.offlineText}>
        <div className={styles.item}>
          <Link className={styles.itemName} to="/offlines/$id" params={{ id: _id }}>
            {t('offlines.version', { version })}
          </Link>
          {decision ? (
            <Tag tone={decision === 'approved' ? 'good' : 'bad'}>
              {t(`trade:decision.${decision}`)}
            </Tag>
          ) : (
            <Tag tone="look" done={false}>
              {t('trade:decision.none')}
            </Tag>
          )}
        </div>
        <p className={styles.lesser}>
          <Moment at={created} />
          {open !== undefined && open.total > 0 && (
            <> · {t('offlines.comments', { count: open.total })}</>
          )}
        </p>
        {(reason || code) && (
          <p className={styles.lesser} dir="auto">
            {[code && codeName(code), reason].filter(Boolean).join(': ')}
          </p>
        )}
      </div>
    </li>
  )
}
