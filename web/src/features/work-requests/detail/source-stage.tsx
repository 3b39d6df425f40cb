import { previews, type workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { TextWithLinks } from '../../../ui/text/text-with-links.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PlayerSkeleton } from '../../player/player-skeleton.tsx'
import { Player } from '../../player/player.tsx'
import { useFilm } from '../../player/use-film.ts'
import { useVersions } from '../../review/version-queries.ts'
import { toCues } from './translation/cues.ts'
import styles from './source-stage.module.css'

/** The newest preview of the asset, with the translation so far as captions. */
export function SourceStage({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { data, error, dataUpdatedAt } = useEndpointQuery(previews.listPreviews, {
    query: { asset: request.asset._id },
    range: { first: 0, last: 49 },
  })
  if (!data && !error) return <PlayerSkeleton />
  const preview = data?.items.find(({ status }) => status === 'ready')
  if (!preview)
    return (
      <div className={styles.empty}>
        <EmptyState title={t('noSource')}>
          {request.offlines.length > 0 ? (
            <SourceNote request={request} />
          ) : (
            <p>{t('noSourceHint')}</p>
          )}
        </EmptyState>
      </div>
    )
  return <Source preview={preview} loadedAt={dataUpdatedAt} request={request} />
}

function Source({
  preview,
  loadedAt,
  request,
}: {
  preview: previews.Preview
  loadedAt: number
  request: workrequests.WorkRequest
}) {
  const { t } = useTranslation('request')
  const film = useFilm('preview', preview, loadedAt)
  return (
    <Player
      label={t('source')}
      film={film}
      poster={preview.poster}
      aspect={preview.film?.aspect}
      image={film.kind === 'image' ? preview.path : undefined}
      cues={toCues(request.translation.lines)}
      top={<SourceNote request={request} />}
    />
  )
}

/** A version that arrives while the page is open is offered here. */
function SourceNote({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const newest = useVersions(request)?.toSorted((a, b) => b.version - a.version)[0]
  return (
    <p className={styles.note} role="status">
      {newest ? (
        <TextWithLinks
          text={t('sourceHintNewer', { version: formatNumber(newest.version) })}
          links={{ version: <Link to="/offlines/$id" params={{ id: newest._id }} /> }}
        />
      ) : (
        t('sourceHint')
      )}
    </p>
  )
}
