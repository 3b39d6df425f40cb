import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
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

/** A report of one response, which is also its CSV download. */
export function Report<E extends Endpoint & { csv: true }>({
  endpoint,
  input,
  ...frame
}: Props<E>) {
  const query = useEndpointQuery(endpoint, input)
  return (
    <ReportFrame
      query={query}
      download={<CsvButton endpoint={endpoint} input={input} />}
      {...frame}
    />
  )
}

type FrameProps<T> = {
  name: ReportTab
  query: UseQueryResult<T>
  download: ReactNode
  note?: ((answer: T) => ReactNode) | undefined
  children: (answer: T) => ReactNode
}

/** A report that is loading, failed or loaded, with its description and its download. */
export function ReportFrame<T>({ name, query, download, note, children }: FrameProps<T>) {
  const { t } = useTranslation(['reports', 'common'])
  const { data, error } = query
  return (
    <section aria-label={t(`section.${name}`)}>
      <div className={styles.head}>
        <div>
          <h2 className={styles.description}>{t(`about.${name}`)}</h2>
          {note && (
            <p className={styles.note} role="status">
              {data === undefined ? <>&nbsp;</> : note(data)}
            </p>
          )}
        </div>
        {download}
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
