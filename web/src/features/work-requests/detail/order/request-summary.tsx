import type { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useGroups } from '../../../shared/lookups.ts'
import { DueDate } from '../../../shared/due-date.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../../ui/layout/description-list.tsx'
import { DateOnly } from '../../../../ui/text/date-time.tsx'
import { Estimate } from './estimate.tsx'
import { ReviewerField } from './reviewer-field.tsx'
import { VendorField } from './vendor-field.tsx'

export function RequestSummary({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation(['request', 'trade'])
  // People who see single requests only do not see the groups of the studio.
  const seesVendors = useGroups().records.length > 0
  const { status, due, deliveryDeadline, from, created, tags } = request
  return (
    <Card label={t('summary')}>
      <DescriptionList
        items={[
          [t('trade:due'), <DueDate due={due} status={status} />],
          [t('deadline'), deliveryDeadline && <DueDate due={deliveryDeadline} status={status} />],
          [
            t('orderedBy'),
            <>
              <bdi>{from.name}</bdi> · <DateOnly at={created} />
            </>,
          ],
          [
            t('assignment.vendor'),
            seesVendors && status !== 'incomplete' && <VendorField request={request} />,
          ],
          [t('reviewers.reviewer'), <ReviewerField request={request} role="reviewer" />],
          [t('reviewers.approver'), <ReviewerField request={request} role="approver" />],
          [t('tags'), tags.join(', ')],
          [t('estimate.title'), request.estimate.base && <Estimate request={request} />],
        ]}
      />
    </Card>
  )
}
