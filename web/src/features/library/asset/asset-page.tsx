import { assets, files } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { Phase } from '../../shared/phase.tsx'
import { useAssetTypes, useProjects } from '../../shared/lookups.ts'
import { useRecordRecent } from '../search/recent.ts'
import { PendingRecord } from '../../../ui/feedback/pending.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AssetScripts } from '../../scripts/asset-scripts.tsx'
import { AssetActions } from './asset-actions.tsx'
import { AssetDetails } from './asset-details.tsx'
import { Feedback } from './feedback.tsx'
import { isProcessing } from './file-status.tsx'
import { AssetFiles } from './asset-files.tsx'
import { PlayerSkeleton } from './player-skeleton.tsx'
import { AssetPreview } from './asset-preview.tsx'
import { AssetRequests } from './asset-requests.tsx'
import { WorkflowPhases } from './workflow-phases.tsx'
import styles from './asset-page.module.css'

const route = getRouteApi('/app/assets/$id')

/** One asset: preview, phase, ordered versions, files and details. */
export function AssetPage() {
  const { t } = useTranslation('asset')
  const { id } = route.useParams()
  const query = useEndpointQuery(assets.getAsset, { params: { id } })
  const asset = query.data
  const projects = useProjects()
  const types = useAssetTypes()
  useRecordRecent(
    asset && {
      kind: 'asset',
      href: `/assets/${asset.slug}`,
      name: asset.name,
      note: types.nameOf(asset.type),
    },
  )
  return (
    <RecordPage
      query={query}
      kind={t('title')}
      nameOf={({ name }) => name}
      breadcrumb={
        <>
          <Link to="/assets">{t('library')}</Link>
          {asset && (
            <>
              {' '}
              /{' '}
              <Link to="/projects/$id" params={{ id: asset.project }}>
                {projects.nameOf(asset.project)}
              </Link>
            </>
          )}
        </>
      }
      lead={
        asset && (
          <div className={styles.lead}>
            <div className={styles.facts}>
              <span>{types.nameOf(asset.type)}</span>
              <Phase workflow={asset.workflow} />
              {asset.$embargo && <span>{t('embargoed')}</span>}
            </div>
            <AssetActions asset={asset} />
          </div>
        )
      }
      backLink={<Link to="/assets">{t('allAssets')}</Link>}
      pending={
        <>
          <PlayerSkeleton />
          <div className={styles.below}>
            <PendingRecord />
          </div>
        </>
      }
    >
      {(found) => <Body asset={found} />}
    </RecordPage>
  )
}

function Body({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation('asset')
  // Poll while files are being processed.
  const pages = usePagedQuery(
    files.listFiles,
    { query: { asset: asset._id } },
    { pollWhile: isProcessing },
  )
  return (
    <>
      <AssetPreview asset={asset} isProcessing={pages.items?.some(isProcessing) ?? false} />
      <Section title={t('phase.title')} inCard>
        <WorkflowPhases asset={asset} />
      </Section>
      <AssetRequests asset={asset} />
      <AssetScripts asset={asset} />
      <AssetFiles asset={asset} pages={pages} />
      <div className={styles.pair}>
        <Section title={t('details.title')} inCard>
          <AssetDetails asset={asset} />
        </Section>
        <Section title={t('feedback.title')} inCard>
          <Feedback asset={asset} />
        </Section>
      </div>
    </>
  )
}
