import type { workrequests } from '@reelay/api/contract'
import { Due } from '../../records/due.tsx'
import { RequestStatus } from '../../records/status.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'

/** What one wants to know before anything else. */
export function InShort({ request: { status, due, deliveryDeadline, from, estimate } }: { request: workrequests.WorkRequest }) {
  return (
    <Card label="In short">
      <Facts columns={4} facts={[
        ['Status', <RequestStatus status={status} />],
        ['Due', <Due due={due} status={status} />],
        ['Delivery deadline', deliveryDeadline && <Due due={deliveryDeadline} status={status} />],
        ['Ordered by', from.name],
        ['Estimate', <span className="tabular">{estimate.applied === estimate.base ? estimate.base : `${estimate.applied} (${estimate.base} before what is translated already)`}</span>],
      ]} />
    </Card>
  )
}
