import { assets, files } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useFindListedRecord } from '../../../api/listed-record.ts'
import { useAfterFirstQueries } from '../../../api/use-after-first-queries.ts'
import { Phase } from '../../shared/phase.tsx'
import { useAssetTypes, useProjectName } from '../../shared/lookups.ts'
import { FileStage } from '../../file-viewer/file-stage.tsx'
import { PlaylistBar } from '../../playlist/playlist-bar.tsx'
import { LazySessionMenu } from '../../review-sessions/lazy-session-menu.tsx'
import { useRecordRecent } from '../../shared/recent.ts'
import { RecordWorkspace } from '../../../ui/layout/record-workspace.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AssetScripts } from '../../scripts/asset-scripts.tsx'
import { Workspace, type WorkspaceTab } from '../../../ui/layout/workspace/workspace.tsx'
import { AssetActions } from './asset-actions.tsx'
import { AssetDetails } from './asset-details.tsx'
import { Feedback } from './feedback.tsx'
import { isProcessing } from './file-status.tsx'
import { AssetFiles } from './asset-files.tsx'
import { AssetPreview } from './asset-preview.tsx'
import { AssetRequests } from './asset-requests.tsx'
import { assetInput } from './load-asset.ts'
import { WorkflowPhases } from './workflow-phases.tsx'
import styles from './asset-page.module.css'

const route = getRouteApi('/app/assets/$id')

/** One asset: its preview on the stage; phase, ordered versions, files and details beside it. */
export function AssetPage() {
  const { t } = useTranslation('asset')
  const { id } = route.useParams()
  const query = useEndpointQuery(
    assets.getAsset,
    { params: { id } },
    { placeholder: useFindListedRecord<assets.Asset>(assets.listAssets, id) },
  )
  const asset = query.data
  const typeName = useTypeName()
  useRecordRecent(
    asset && {
      kind: 'asset',
      href: `/assets/${asset.slug}`,
      name: asset.name,
      note: typeName(asset.type),
    },
  )
  return (
    <RecordWorkspace
      query={query}
      kind={t('title')}
      backLink={<Link to="/assets">{t('allAssets')}</Link>}
    >
      {(found) => <AssetWorkspace key={found._id} id={id} asset={found} />}
    </RecordWorkspace>
  )
}

/** Of the type of an asset, which the header shows last: it arrives after the rest. */
function useTypeName() {
  const types = useAssetTypes({ enabled: useAfterFirstQueries() })
  return (type: string) => (types.isLoaded ? types.nameOf(type) : '')
}

/** `id` is the id or the slug in the URL. */
function AssetWorkspace({ id, asset }: { id: string; asset: assets.Asset }) {
  const { t } = useTranslation('asset')
  const typeName = useTypeName()
  const projectName = useProjectName(asset.project)
  const { tab = 'files', file } = route.useSearch()
  const navigate = route.useNavigate()
  const setSearch = (changed: { tab?: string; file?: string | undefined }) =>
    void navigate({
      search: (current) => ({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    })
  // Poll while files are being processed.
  const pages = usePagedQuery(files.listFiles, assetInput(id), { pollWhile: isProcessing })
  const tabs: WorkspaceTab[] = [
    {
      id: 'files',
      label: t('tabs.files'),
      count: pages.total,
      content: (
        <div className={styles.details}>
          <AssetScripts asset={asset} assetRef={id} />
          <AssetFiles id={id} asset={asset} pages={pages} />
        </div>
      ),
    },
    { id: 'requests', label: t('tabs.requests'), content: <AssetRequests asset={asset} /> },
    { id: 'details', label: t('tabs.details'), content: <Details asset={asset} /> },
    { id: 'feedback', label: t('tabs.feedback'), content: <Feedback asset={asset} /> },
  ]
  return (
    <Workspace
      title={asset.name}
      breadcrumb={
        <>
          <Link to="/assets">{t('library')}</Link> /{' '}
          <Link to="/projects/$id" params={{ id: asset.project }}>
            {projectName}
          </Link>
        </>
      }
      lead={
        <>
          <Phase workflow={asset.workflow} />
          {asset.$embargo && <span>{t('embargoed')}</span>}
          <span className={styles.type}>{typeName(asset.type)}</span>
        </>
      }
      actions={
        <>
          <PlaylistBar current={{ kind: 'asset', id: asset._id }} />
          <AssetActions asset={asset} />
          <LazySessionMenu page="asset" id={asset._id} />
        </>
      }
      stage={
        file ? (
          <FileStage id={file} onClose={() => setSearch({ file: undefined })} />
        ) : (
          <AssetPreview id={id} asset={asset} files={pages.items} />
        )
      }
      tabs={tabs}
      tab={tabs.some(({ id }) => id === tab) ? tab : 'files'}
      onTab={(id) => setSearch({ tab: id })}
    />
  )
}

function Details({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation('asset')
  return (
    <div className={styles.details}>
      <Section title={t('phase.title')} inCard>
        <WorkflowPhases asset={asset} />
      </Section>
      <Section title={t('details.title')} inCard>
        <AssetDetails asset={asset} />
      </Section>
    </div>
  )
}
