import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { usePages } from '../../answers.ts'
import { useTerritories } from '../../records/registers.ts'
import { useRequestColumns } from '../../records/request-columns.tsx'
import { OPEN } from '../../records/status.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { cityOf, readerZone } from '../../ui/time.ts'
import { count, sentence } from '../../ui/words.ts'

const route = getRouteApi('/inside/workrequests')

const STATUS_CHOICES = [{ value: 'any', name: 'Any status' }, ...workrequests.STATUSES.map((status) => ({ value: status, name: sentence(status) }))]
const ORDERS = [{ value: '-created', name: 'Newest' }, { value: 'asset', name: 'Asset' }, { value: 'territory', name: 'Territory' }]

/** Every request the reader can see: the open ones first, by when they are due. */
export function Requests() {
  const { q, status, territory, order } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (change: { q?: string; status?: string; territory?: string; order?: string }) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })

  const territories = useTerritories()
  const columns = useRequestColumns()
  const asked = { q, territory, order: order ?? 'due', status: status === 'any' ? undefined : status ?? OPEN.join(',') }
  const pages = usePages(workrequests.listWorkRequests, { query: asked })

  return (
    <Page title="Work requests" lead={`Times are in your zone (${cityOf(readerZone())}), with the order’s own beside them.`}>
      <Filters
        label="Narrow the list of work requests" active={[status, territory, order].filter(Boolean).length}
        search={<SearchField label="Search asset, project or instructions" value={q ?? ''} onSearch={(text) => choose({ q: text || undefined })} />}
        choices={<>
          <Choice label="Status" any="Open" value={status} options={STATUS_CHOICES} onChoose={(value) => choose({ status: value })} />
          <Choice label="Territory" any="Any territory" value={territory} options={territories.options} onChoose={(value) => choose({ territory: value })} />
          <Choice label="Sort by" any="Due first" value={order} options={ORDERS} onChoose={(value) => choose({ order: value })} />
        </>}
      />
      <Listing label="Work requests" total={(amount) => count(amount, 'work request')} pages={pages} columns={columns} empty={q || territory || (status && status !== 'any') ? (
        <Empty title="No work request matches" action={<Button variant="default" onClick={() => void navigate({ search: { status: 'any' } })}>Show all requests</Button>}>
          <p>Use fewer or shorter words, or another status. Capitals and accents do not matter.</p>
        </Empty>
      ) : <NoneYet isOpen={status !== 'any'} onAll={() => choose({ status: 'any' })} />} />
    </Page>
  )
}

function NoneYet({ isOpen, onAll }: { isOpen: boolean; onAll: () => void }) {
  return (
    <Empty title={isOpen ? 'Nothing is open' : 'No work requests yet'} action={isOpen && <Button variant="default" onClick={onAll}>Show finished requests too</Button>}>
      <p>A work request orders a version of an asset for a territory: subtitled, dubbed, or with graphics of its own. It is listed here from its first draft until it is complete or cancelled, the one due next on top.</p>
      <p>Orders are placed through the API today; <a href="/docs">the reference</a> shows how. You see the requests of your studios, territory or assignments.</p>
    </Empty>
  )
}
