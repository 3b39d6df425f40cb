import { previews, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PlayerSkeleton } from '../../player/player-skeleton.tsx'
import { Player } from '../../player/player.tsx'
import { useFilm } from '../../player/use-film.ts'
import { toCues } from './translation/cues.ts'
import styles from './source-stage.module.css'

/** The newest preview of the asset, with the translation so far as captions. */
export function SourceStage({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { data, error } = useEndpointQuery(previews.listPreviews, {
    query: { asset: request.asset._id },
    range: { first: 0, last: 49 },
  })
  if (!data && !error) return <PlayerSkeleton />
  const preview = data?.items.find(({ status }) => status === 'ready')
  if (!preview)
    return (
      <div className={styles.empty}>
        <EmptyState title={t('noSource')}>
          <p>{t('noSourceHint')}</p>
        </EmptyState>
      </div>
    )
  return <Source preview={preview} request={request} />
}

function Source({
  preview,
  request,
}: {
  preview: previews.Preview
  request: workrequests.WorkRequest
}) {
  const { t } = useTranslation('request')
  const film = useFilm('preview', preview)
  return (
    <Player
      label={t('source')}
      film={film}
      poster={preview.poster}
      aspect={preview.film?.aspect}
      image={film.kind === 'image' ? preview.path : undefined}
      cues={toCues(request.translation.lines)}
      top={<p className={styles.note}>{t('sourceHint')}</p>}
    />
  )
}
