import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PendingRecord } from '../feedback/pending.tsx'
import { Trouble } from '../feedback/error-alert.tsx'

type Parts<R> = {
  answer: { data: R | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  /** What it is, until its name is there. */
  kind: string
  nameOf: (record: R) => string
  trail?: ReactNode
  lead?: ReactNode
  /** To all of its kind, for who finds it is not there. */
  back: ReactNode
  pending?: ReactNode
  children: (record: R) => ReactNode
}

/**
 * One record: on its way, in trouble, or there; an old answer stays below the trouble of a newer
 * one.
 */
export function RecordPage<R>({
  answer: { data, error, isFetching, refetch },
  kind,
  nameOf,
  trail,
  lead,
  back,
  pending = <PendingRecord />,
  children,
}: Parts<R>) {
  return (
    <Page title={data ? nameOf(data) : kind} isPending={!data && !error} trail={trail} lead={lead}>
      {error && (
        <Trouble
          error={error}
          again={() => void refetch()}
          isTrying={isFetching}
          stale={Boolean(data)}
        >
          {back}
        </Trouble>
      )}
      {!data && !error && pending}
      {data && children(data)}
    </Page>
  )
}
