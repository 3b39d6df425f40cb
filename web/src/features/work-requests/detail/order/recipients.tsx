import { comments, recipientRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import styles from './order.module.css'

/** Who gets what when it is finished, by the rule that delivers it. */
export function Recipients({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { nameOfUse } = useDisplayNames()
  const named = recipientRules.recipientsOf(request)
  const hasPeople = named.some((one) => 'person' in one)
  const { data: readers } = useEndpointQuery(
    comments.listReaders,
    { params: { id: request._id }, range: { first: 0, last: 499 } },
    { enabled: hasPeople, staleTime: 60_000 },
  )
  const nameOf = (id: string) =>
    readers?.items.find(({ _id }) => _id === id)?.name ?? t('hiddenUser')
  if (named.length === 0) return null
  const byUse = Map.groupBy(named, ({ use }) => use)
  return (
    <Section title={t('recipients')}>
      <dl className={styles.recipients}>
        {[...byUse].map(([use, list]) => (
          <div key={use}>
            <dt>{nameOfUse(use)}</dt>
            {list.map((one) =>
              'email' in one ? (
                <dd key={one.email} dir="ltr">
                  {one.email}
                </dd>
              ) : (
                <dd key={one.person} dir="auto">
                  {nameOf(one.person)}
                </dd>
              ),
            )}
          </div>
        ))}
      </dl>
    </Section>
  )
}
