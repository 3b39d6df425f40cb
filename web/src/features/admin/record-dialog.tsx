import type { ReactNode } from 'react'
import type { Endpoint, ReplyOf } from '@reelay/api/contract'
import { useEndpointQuery } from '../../api/queries.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { endpointInput } from './endpoint-input.ts'

type Props<E extends Endpoint> = {
  /** `new`, or the id in the URL. */
  id: string
  endpoint: E
  newTitle: string
  kind: string
  onClose: () => void
  children: (record: ReplyOf<E> | undefined) => ReactNode
}

/** The dialog to add or edit a record. The URL says which one is open. */
export function RecordDialog<E extends Endpoint>({
  id,
  endpoint,
  newTitle,
  kind,
  onClose,
  children,
}: Props<E>) {
  const isNew = id === 'new'
  const { data, error } = useEndpointQuery(endpoint, endpointInput<E>({ params: { id } }), {
    enabled: !isNew,
  })
  const record: (ReplyOf<E> & { name: string }) | undefined = data
  return (
    // The key remounts the dialog when the record is loaded, so that its first field gets the
    // focus.
    <Dialog
      size="middle"
      key={record ? 'here' : 'coming'}
      title={isNew ? newTitle : (record?.name ?? kind)}
      onClose={onClose}
    >
      {error && <ErrorAlert error={error} />}
      {!isNew && !record && !error && <PendingRows rows={4} />}
      {(isNew || record) && children(record)}
    </Dialog>
  )
}
