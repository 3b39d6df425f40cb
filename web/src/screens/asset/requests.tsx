import { workrequests } from '@reelay/api/contract'
import { usePages } from '../../answers.ts'
import { useVersionColumns } from '../../records/request-columns.tsx'
import { count } from '../../ui/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Section } from '../../ui/section.tsx'

export function AssetRequests({ asset }: { asset: string }) {
  const pages = usePages(workrequests.listWorkRequests, { query: { asset, order: 'due' } })
  const columns = useVersionColumns()
  return (
    <Section title="Versions ordered">
      <Listing label="Work requests of this asset" total={(amount) => count(amount, 'work request')} pages={pages} columns={columns} empty={(
        <Empty title="No version was ordered yet"><p>When a territory orders this asset in its language, the request stands here with its status and the day it is due.</p></Empty>
      )} />
    </Section>
  )
}
