import { useMemo } from 'react'
import type { assets } from '@reelay/api/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { IndexRange } from '../../../api/index-range.ts'
import { languageName } from '../../../ui/format/format.ts'
import { formatDate, localTimeZone } from '../../../ui/format/time.ts'
import type { VirtualColumn } from '../../../ui/table/virtual-column.ts'
import { VirtualTable } from '../../../ui/table/virtual-table.tsx'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { Phase } from '../../shared/phase.tsx'
import { Poster } from '../../shared/poster.tsx'
import type { AssetSelection } from './asset-selection.ts'
import styles from './asset-table.module.css'

type Props = {
  label: string
  total: number
  at: (index: number) => assets.Asset | undefined
  onVisible: (range: IndexRange) => void
  selection: AssetSelection | undefined
  isOutdated: boolean
  order: string
  onOrder: (order: string) => void
  columns?: string | undefined
}

export const ASSET_COLUMNS = ['project', 'type', 'phase', 'versions', 'created'] as const
export type AssetColumnKey = (typeof ASSET_COLUMNS)[number]

/** The columns that a URL names, in the usual order. All without a URL. */
export function selectedAssetColumns(text: string | undefined): readonly AssetColumnKey[] {
  const named = text?.split(',')
  return ASSET_COLUMNS.filter((key) => named?.includes(key) ?? true)
}

/** Assets in compact rows. */
export function AssetTable({ columns, ...props }: Props) {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  return (
    <VirtualTable
      {...props}
      columns={useColumns(columns)}
      selectLabel={({ name }) => t('select', { name })}
      onOpen={({ slug }) => void navigate({ to: '/assets/$id', params: { id: slug } })}
    />
  )
}

type AssetColumn = VirtualColumn<assets.Asset>

function useColumns(chosen: string | undefined): [AssetColumn, ...AssetColumn[]] {
  const { t, i18n } = useTranslation('library')
  const [projects, types] = [useProjects(), useAssetTypes()]
  const isLoaded = projects.isLoaded && types.isLoaded
  const all = useMemo(
    (): [AssetColumn, ...AssetColumn[]] => [
      {
        key: 'name',
        title: t('order.name'),
        width: 'minmax(200px, 2.4fr)',
        sort: 'name',
        cell: (asset) => (
          <>
            <Poster asset={asset} className={styles.poster} />
            <Link
              to="/assets/$id"
              params={{ id: asset.slug }}
              className={styles.name}
              tabIndex={-1}
              dir="auto"
            >
              {asset.name}
            </Link>
            {asset.$embargo && <span className={styles.embargo}>{t('embargo')}</span>}
          </>
        ),
      },
      {
        key: 'project',
        title: t('project'),
        width: 'minmax(120px, 1.4fr)',
        cell: ({ project }) => <bdi>{projects.nameOf(project)}</bdi>,
      },
      {
        key: 'type',
        title: t('type'),
        width: 'minmax(100px, 1fr)',
        sort: 'type',
        cell: ({ type }) => types.nameOf(type),
      },
      {
        key: 'phase',
        title: t('phase'),
        width: 'minmax(100px, 1fr)',
        sort: 'phase',
        cell: ({ workflow }) => <Phase workflow={workflow} />,
      },
      {
        key: 'versions',
        title: t('versionsTitle'),
        width: '90px',
        cell: (asset) => {
          const { languages } = asset.$permissions.sources.requests
          return languages.length ? (
            <span title={languages.map(languageName).join(', ')}>
              {t('versions', { count: languages.length })}
            </span>
          ) : null
        },
      },
      {
        key: 'created',
        title: t('createdTitle'),
        width: '100px',
        sort: 'created',
        cell: ({ created }) => formatDate(localTimeZone(), created),
      },
    ],
    [isLoaded, i18n.language],
  )
  return useMemo(() => {
    const keys: readonly string[] = selectedAssetColumns(chosen)
    const [name, ...others] = all
    return [name, ...others.filter(({ key }) => keys.includes(key))]
  }, [all, chosen])
}
