import { files, previews, type assets } from '@reelay/api/contract'
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
import { isProcessing } from './file-status.tsx'
import { previewsInput } from './load-asset.ts'
import { Loudness } from './loudness.tsx'
import { PlayerSkeleton } from '../../player/player-skeleton.tsx'
import { PreviewPlayer } from './preview-player.tsx'
import { SideBySide } from './side-by-side.tsx'
import styles from './asset-preview.module.css'

type Preview = previews.Preview
const route = getRouteApi('/app/assets/$id')

type Props = {
  /** The id or the slug in the URL. */
  id: string
  asset: assets.Asset
  /** The newest files of the asset. */
  files: readonly files.File[] | undefined
}

/** The newest preview, or the one in the URL, alone or beside another. */
export function AssetPreview({ id, asset, files: listed }: Props) {
  const { t } = useTranslation('asset')
  const titleOf = usePreviewTitle()
  const { preview: chosen, beside, at } = route.useSearch()
  const skips = useCurrentUser()?.preferences.ingest.skipScratchPreview ?? false
  // A file that is being processed may become a preview.
  const isFilePending = listed?.some(isProcessing) ?? false
  const { data, error, refetch, isFetching, dataUpdatedAt } = useEndpointQuery(
    previews.listPreviews,
    previewsInput(id),
    { pollWhile: ({ items }) => isFilePending || items.some(isBeingCreated) },
  )
  const preview =
    data && (data.items.find(({ _id }) => _id === chosen) ?? defaultPreview(data.items, skips))
  const file = useFileOf(preview, listed)
  if (!data)
    return error ? (
      <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <PlayerSkeleton />
    )
  if (!preview)
    return (
      <div className={styles.message}>
        <EmptyState title={t('preview.none')}>
          <p>{isFilePending ? t('preview.checking') : t('preview.emptyHint')}</p>
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
          <PreviewPlayer
            key={preview._id}
            preview={preview}
            loadedAt={dataUpdatedAt}
            file={file}
            title={titleOf(preview)}
            at={at}
          />
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
        <Loudness file={file} usage={asset.usage} />
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

/** The file of the preview, which is loaded alone only if the newest files lack it. */
function useFileOf(
  preview: Preview | undefined,
  listed: readonly files.File[] | undefined,
): files.File | undefined {
  const found = listed?.find(({ _id }) => _id === preview?.file)
  const { data } = useEndpointQuery(
    files.getFile,
    { params: { id: preview?.file ?? '' } },
    {
      enabled: preview !== undefined && listed !== undefined && !found,
      pollWhile: ({ media }) => media?.status === 'waiting' || media?.status === 'working',
    },
  )
  return found ?? data
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
