import { previews, type assets } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { Loudness } from './loudness.tsx'
import { PlayerSkeleton } from './player-skeleton.tsx'
import { PreviewPlayer } from './preview-player.tsx'
import { SideBySide } from './side-by-side.tsx'
import styles from './asset-preview.module.css'

type Preview = previews.Preview
const route = getRouteApi('/app/assets/$id')

/**
 * What of the asset can be watched: the newest, or the one the address names, alone or beside
 * another. `isComing`: files are being worked on that may become one.
 */
export function AssetPreview({ asset, isComing }: { asset: assets.Asset; isComing: boolean }) {
  const { t } = useTranslation('asset')
  const titleOf = useTitle()
  const { preview: chosen, beside, at } = route.useSearch()
  const { data, error, refetch, isFetching } = useEndpointQuery(
    previews.listPreviews,
    { query: { asset: asset._id }, range: { first: 0, last: 49 } },
    { pollWhile: ({ items }) => isComing || items.some(isMaking) },
  )
  if (!data)
    return error ? (
      <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <PlayerSkeleton />
    )
  const preview = data.items.find(({ _id }) => _id === chosen) ?? data.items[0]
  if (!preview)
    return (
      <EmptyState title={t('preview.none')}>
        <p>{isComing ? t('preview.coming') : t('preview.lesson')}</p>
      </EmptyState>
    )
  const other = data.items.find(({ _id }) => _id === beside && beside !== preview._id)
  const isPair = other && isFilm(preview) && isFilm(other)
  return (
    <section aria-label={t('preview.title')}>
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
      <Choices
        items={data.items}
        preview={preview}
        other={isPair ? other : undefined}
        titleOf={titleOf}
      />
      <Loudness preview={preview} usage={asset.usage} />
    </section>
  )
}

type ChoiceParts = {
  items: Preview[]
  preview: Preview
  other: Preview | undefined
  titleOf: (preview: Preview) => string
}

function Choices({ items, preview, other, titleOf }: ChoiceParts) {
  const { t } = useTranslation('asset')
  const navigate = route.useNavigate()
  const go = (search: { preview?: string; beside?: string }) =>
    void navigate({ search, replace: true, resetScroll: false })
  if (items.length < 2) return null
  const options = (some: Preview[]) => some.map((one) => ({ value: one._id, name: titleOf(one) }))
  const partners = isFilm(preview)
    ? items.filter((one) => isFilm(one) && one._id !== preview._id)
    : []
  return (
    <div className={styles.choices}>
      <Select
        label={t('preview.title')}
        value={preview._id}
        options={options(items)}
        onChange={(id) =>
          go({ preview: id, ...(other && other._id !== id && { beside: other._id }) })
        }
      />
      {partners.length > 0 && (
        <Select
          label={t('preview.beside')}
          anyLabel={t('preview.alone')}
          value={other?._id}
          options={options(partners)}
          onChange={(id) => go({ preview: preview._id, ...(id && { beside: id }) })}
        />
      )}
    </div>
  )
}

const isMaking = ({ status }: Preview) => status === 'waiting' || status === 'making'
const isFilm = ({ type, status }: Preview) => type === 'video' && status === 'ready'

function useTitle(): (preview: Preview) => string {
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
