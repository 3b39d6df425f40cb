import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import type { Endpoint } from '@reelay/api/contract'
import type { ResultOf, RequestInput } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { CsvButton } from '../shared/csv-button.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import type { ReportTab } from './report-search.ts'
import styles from './reports.module.css'

type Props<E extends Endpoint> = {
  name: ReportTab
  endpoint: E
  input: RequestInput<E>
  note?: (answer: ResultOf<E>) => ReactNode
  children: (answer: ResultOf<E>) => ReactNode
}

/** A report that is loading, failed or loaded, with its description and CSV download. */
export function Report<E extends Endpoint & { csv: true }>({
  name,
  endpoint,
  input,
  note,
  children,
}: Props<E>) {
  const { t } = useTranslation(['reports', 'common'])
  const query = useEndpointQuery(endpoint, input)
  const { data, error } = query
  return (
    <section aria-label={t(`section.${name}`)}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.description}>{t(`about.${name}`)}</h2>
          <p className={styles.note} role="status">
            {data !== undefined && note ? note(data) : <>&nbsp;</>}
          </p>
        </div>
        <CsvButton endpoint={endpoint} input={input} />
      </div>
      <QueryError query={query} />
      {data === undefined && !error && (
        <div className={styles.pending} role="status">
          <span className="visually-hidden">{t('common:loading')}</span>
          {[60, 82, 44, 70].map((width) => (
            <Skeleton key={width} height={16} width={`${width}%`} radius="sm" />
          ))}
        </div>
      )}
      {data !== undefined && children(data)}
    </section>
  )
}
