import { assets, files } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useAnswer, usePages } from '../../answers.ts'
import { useProjects } from '../../records/registers.ts'
import { Page } from '../../ui/page.tsx'
import { PendingRecord } from '../../ui/pending.tsx'
import { Section } from '../../ui/section.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { AssetFacts } from './facts.tsx'
import { isOnItsWay } from './file-state.tsx'
import { AssetFiles } from './files.tsx'
import { AssetPreview } from './preview.tsx'
import { AssetRequests } from './requests.tsx'

const route = getRouteApi('/inside/assets/$id')

/** One asset: watched first, then what it is, the versions ordered from it, its files. */
export function Asset() {
  const { id } = route.useParams()
  const { data: asset, error, refetch, isFetching } = useAnswer(assets.getAsset, { params: { id } })
  const projects = useProjects()
  return (
    <Page
      title={asset?.name ?? 'Asset'} isPending={!asset && !error}
      trail={<><Link to="/assets">Assets</Link>{asset && <> / <Link to="/assets" search={{ project: asset.project }}>{projects.nameOf(asset.project)}</Link></>}</>}
      lead={asset?.$embargo && 'Some files are under embargo and not listed for you.'}
    >
      {error && <Trouble error={error} again={() => void refetch()} isTrying={isFetching} stale={Boolean(asset)}><Link to="/assets">All assets</Link></Trouble>}
      {!asset && !error && <PendingRecord />}
      {asset && <Body asset={asset} />}
    </Page>
  )
}

function Body({ asset }: { asset: assets.Asset }) {
  // What is being worked on is looked at again by itself.
  const pages = usePages(files.listFiles, { query: { asset: asset._id } }, { pollWhile: isOnItsWay })
  return (
    <>
      <AssetPreview asset={asset._id} isComing={pages.items?.some(isOnItsWay) ?? false} />
      <Section title="Facts"><AssetFacts asset={asset} /></Section>
      <AssetRequests asset={asset._id} />
      <AssetFiles asset={asset} pages={pages} />
    </>
  )
}
