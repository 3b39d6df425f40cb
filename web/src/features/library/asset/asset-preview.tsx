import { previews, type assets } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { ShareButton } from '../../shares/share-button.tsx'
import { useCurrentUser } from '../../shared/current-user.ts'
import { defaultPreview } from './default-preview.ts'
import { Loudness } from './loudness.tsx'
import { PlayerSkeleton } from '../../player/player-skeleton.tsx'
import { PreviewPlayer } from './preview-player.tsx'
import { SideBySide } from './side-by-side.tsx'
import styles from './asset-preview.module.css'

type Preview = previews.Preview
const route = getRouteApi('/app/assets/$id')

/**
 * The newest preview, or the one in the URL, alone or beside another. With `isProcessing` a file is
 * being processed that may become a preview.
 */
export function AssetPreview({
  asset,
  isProcessing,
}: {
  asset: assets.Asset
  isProcessing: boolean
}) {
  const { t } = useTranslation('asset')
  const titleOf = usePreviewTitle()
  const { preview: chosen, beside, at } = route.useSearch()
  const skips = useCurrentUser()?.preferences.ingest.skipScratchPreview ?? false
  const { data, error, refetch, isFetching } = useEndpointQuery(
    previews.listPreviews,
    { query: { asset: asset._id }, range: { first: 0, last: 49 } },
    { pollWhile: ({ items }) => isProcessing || items.some(isBeingCreated) },
  )
  if (!data)
    return error ? (
      <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <PlayerSkeleton />
    )
  const preview = data.items.find(({ _id }) => _id === chosen) ?? defaultPreview(data.items, skips)
  if (!preview)
    return (
      <div className={styles.message}>
        <EmptyState title={t('preview.none')}>
          <p>{isProcessing ? t('preview.checking') : t('preview.emptyHint')}</p>
        </EmptyState>
      </div>
    )
  const other = data.items.find(({ _id }) => _id === beside && beside !== preview._id)
  const isPair = other && isPlayableVideo(preview) && isPlayableVideo(other)
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <div className={styles.player}>
        {isPair ? (
          <SideBySide
            key={`${preview._id} ${other._id}`}
            left={preview}
            right={other}
            titleOf={titleOf}
          />
        ) : (
          <PreviewPlayer key={preview._id} preview={preview} title={titleOf(preview)} at={at} />
        )}
      </div>
      <div className={styles.choice}>
        <PreviewSelect
          items={data.items}
          preview={preview}
          other={isPair ? other : undefined}
          titleOf={titleOf}
        />
        <ShareButton size="sm" subject={{ kind: 'preview', id: preview._id }} />
        <Loudness preview={preview} usage={asset.usage} />
      </div>
    </section>
  )
}

type PreviewSelectProps = {
  items: Preview[]
  preview: Preview
  other: Preview | undefined
  titleOf: (preview: Preview) => string
}

function PreviewSelect({ items, preview, other, titleOf }: PreviewSelectProps) {
  const { t } = useTranslation('asset')
  const navigate = route.useNavigate()
  const setSearch = (search: { preview?: string; beside?: string }) =>
    void navigate({
      search: ({ playlist }) => ({ ...search, ...(playlist && { playlist }) }),
      replace: true,
      resetScroll: false,
    })
  if (items.length < 2) return null
  const options = (some: Preview[]) => some.map((one) => ({ value: one._id, name: titleOf(one) }))
  const partners = isPlayableVideo(preview)
    ? items.filter((one) => isPlayableVideo(one) && one._id !== preview._id)
    : []
  return (
    <div className={styles.selects}>
      <Select
        label={t('preview.title')}
        value={preview._id}
        options={options(items)}
        onChange={(id) =>
          setSearch({ preview: id, ...(other && other._id !== id && { beside: other._id }) })
        }
      />
      {partners.length > 0 && (
        <Select
          label={t('preview.compareWith')}
          anyLabel={t('preview.noComparison')}
          value={other?._id}
          options={options(partners)}
          onChange={(id) => setSearch({ preview: preview._id, ...(id && { beside: id }) })}
        />
      )}
    </div>
  )
}

const isBeingCreated = ({ status }: Preview) => status === 'waiting' || status === 'making'
const isPlayableVideo = ({ type, status }: Preview) => type === 'video' && status === 'ready'

function usePreviewTitle(): (preview: Preview) => string {
  const { t } = useTranslation('asset')
  return ({ label, revision, language }) =>
    [
      label,
      label !== `v${revision}` && t('preview.revision', { revision }),
      language && languageName(language),
    ]
      .filter(Boolean)
      .join(', ')
}
