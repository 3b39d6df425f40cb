import { comments, recipientRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import styles from './order.module.css'

/** Who gets the deliverables of each use. Uses the same rule as the delivery. */
export function Recipients({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { nameOfUse } = useDisplayNames()
  const recipients = recipientRules.recipientsOf(request)
  const hasPeople = recipients.some((recipient) => 'person' in recipient)
  const { data: readers } = useEndpointQuery(
    comments.listReaders,
    { params: { id: request._id }, range: { first: 0, last: 499 } },
    { enabled: hasPeople, staleTime: 60_000 },
  )
  const nameOf = (id: string) =>
    readers?.items.find(({ _id }) => _id === id)?.name ?? t('hiddenUser')
  if (recipients.length === 0) return null
  const byUse = Map.groupBy(recipients, ({ use }) => use)
  return (
    <Section title={t('recipients')}>
      <dl className={styles.recipients}>
        {[...byUse].map(([use, list]) => (
          <div key={use}>
            <dt>{nameOfUse(use)}</dt>
            {list.map((recipient) =>
              'email' in recipient ? (
                <dd key={recipient.email} dir="ltr">
                  {recipient.email}
                </dd>
              ) : (
                <dd key={recipient.person} dir="auto">
                  {nameOf(recipient.person)}
                </dd>
              ),
            )}
          </div>
        ))}
      </dl>
    </Section>
  )
}
