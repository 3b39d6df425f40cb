import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { usePages } from '../../answers.ts'
import { useAssetTypes, usePhases, useProjects } from '../../records/registers.ts'
import { count } from '../../ui/words.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { assetColumns } from './columns.tsx'

const route = getRouteApi('/inside/assets')
const ORDERS = [{ value: 'name', name: 'Name' }, { value: 'type', name: 'Type' }, { value: 'phase', name: 'Phase' }]

export function Assets() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: typeof search) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })

  const [projects, types, phases] = [useProjects(), useAssetTypes(), usePhases()]
  const columns = assetColumns({ projects, types })
  const pages = usePages(assets.listAssets, { query: search })
  const isNarrowed = Boolean(search.q || search.project || search.type || search.phase)

  return (
    <Page title="Assets">
      <Filters
        label="Narrow the list of assets" active={[search.project, search.type, search.phase, search.order].filter(Boolean).length}
        search={<SearchField label="Search by name" value={search.q ?? ''} onSearch={(text) => choose({ q: text || undefined })} />}
        choices={<>
          <Choice label="Project" any="Any project" value={search.project} options={projects.options} onChoose={(project) => choose({ project })} />
          <Choice label="Type" any="Any type" value={search.type} options={types.options} onChoose={(type) => choose({ type })} />
          <Choice label="Phase" any="Any phase" value={search.phase} options={phases.options} onChoose={(phase) => choose({ phase })} />
          <Choice label="Sort by" any="Newest" value={search.order} options={ORDERS} onChoose={(order) => choose({ order })} />
        </>}
      />
      <Listing label="Assets" total={(amount) => count(amount, 'asset')} pages={pages} columns={columns} empty={isNarrowed ? (
        <Empty title="No asset matches" action={<Button variant="default" onClick={() => void navigate({ search: {} })}>Show all assets</Button>}>
          <p>Use fewer or shorter words, or take a filter away. Any part of a name is found; capitals and accents do not matter.</p>
        </Empty>
      ) : <NoneYet />} />
    </Page>
  )
}

function NoneYet() {
  return (
    <Empty title="No assets yet">
      <p>An asset is a thing your studio releases: a trailer, a spot, a poster. It belongs to a project, holds files and previews, and moves through the phases of its workflow. Versions for territories are ordered from it.</p>
      <p>Assets come in through the API today; <a href="/docs">the reference</a> shows how. If you expected some here, ask your studio to give you access to its projects.</p>
    </Empty>
  )
}
