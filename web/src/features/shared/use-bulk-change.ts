import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths } from '../../api/mutations.ts'
import { runInBulk } from '../../ui/feedback/bulk-run.ts'
import { loadBulkRuns } from '../../ui/feedback/bulk-runs-host.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'

type ChangeOne<T> = (record: T) => Promise<unknown>
/** `undo` restores a record, given as it was before. */
export type BulkChange<T> = { change: ChangeOne<T>; undo?: ChangeOne<T> | undefined }
type BulkOptions<T> = {
  nameOf: (record: T) => string
  /** The message about the number of records that were changed. */
  messageOf: (count: number) => string
  invalidates: readonly string[]
}

/** Changes several records, says how many were changed, and loads them again. */
export function useBulkChange<T>({ nameOf, messageOf, invalidates }: BulkOptions<T>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const bulkChange = async (
    title: string,
    selected: readonly T[],
    { change, undo }: BulkChange<T>,
  ): Promise<void> => {
    loadBulkRuns()
    const changed: T[] = []
    await runInBulk(
      title,
      selected.map((record) => ({
        name: nameOf(record),
        run: async () => {
          await change(record)
          changed.push(record)
        },
      })),
    )
    invalidatePaths(queryClient, invalidates)
    if (changed.length === 0) return
    const run = undo && (() => void bulkChange(title, changed, { change: undo }))
    showToast(messageOf(changed.length), run && { action: { name: t('undo'), run } })
  }
  return bulkChange
}
