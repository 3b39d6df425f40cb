// Adds, changes and removes records, each with an undo.
import type { BodyOf, Endpoint, ReplyOf } from '@reelay/api/contract'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { changedFields, previousValues } from '../../ui/fields/draft.ts'
import { endpointInput } from './endpoint-input.ts'

type CrudEndpoints<C extends Endpoint, P extends Endpoint, D extends Endpoint> = {
  create: C
  change: P
  remove: D
}
type CrudOptions<C extends Endpoint> = {
  invalidates: string[]
  /** The record as a request body. Undoing a removal sends it again. */
  toBody: (record: ReplyOf<C>) => BodyOf<C>
  nameOf: (body: BodyOf<C>) => string
  onDone: (record?: ReplyOf<C>) => void
}

/**
 * Only unreferenced records can be removed, so a new record with the same content fully replaces a
 * removed one.
 */
export function useCrud<C extends Endpoint, P extends Endpoint, D extends Endpoint>(
  endpoints: CrudEndpoints<C, P, D>,
  { invalidates, toBody, nameOf, onDone }: CrudOptions<C>,
) {
  const { t } = useTranslation(['admin', 'common'])
  // The form shows the errors of a save; the errors of an undo appear as toasts.
  const save = useMutations(endpoints, { invalidates, silent: true })
  const undo = useMutations(endpoints, { invalidates })
  const undoAction = (run: () => void) => ({ action: { name: t('common:undo'), run } })

  async function create(body: BodyOf<C>) {
    const result = await save.create.mutateAsync(endpointInput<C>({ body }))
    const created = result as ReplyOf<C> & { _id: string }
    showToast(
      t('saved.added', { name: nameOf(body) }),
      undoAction(() => undo.remove.mutate(endpointInput<D>({ params: { id: created._id } }))),
    )
    onDone(created)
  }

  async function change(record: ReplyOf<C>, body: BodyOf<C>) {
    const params = { id: idOf(record) }
    const before = toBody(record) as object
    const changes = changedFields(before, body as object)
    if (Object.keys(changes).length) {
      await save.change.mutateAsync(endpointInput<P>({ params, body: changes }))
      const previous = previousValues(before, changes)
      showToast(
        t('saved.changed', { name: nameOf(body) }),
        undoAction(() => undo.change.mutate(endpointInput<P>({ params, body: previous }))),
      )
    }
    onDone(record)
  }

  async function remove(record: ReplyOf<C>) {
    const body = toBody(record)
    await save.remove.mutateAsync(endpointInput<D>({ params: { id: idOf(record) } }))
    showToast(
      t('saved.removed', { name: nameOf(body) }),
      undoAction(() => undo.create.mutate(endpointInput<C>({ body }))),
    )
    onDone()
  }

  return {
    save: (record: ReplyOf<C> | undefined, body: BodyOf<C>) =>
      ignoreError(record ? change(record, body) : create(body)),
    remove: (record: ReplyOf<C>) => ignoreError(remove(record)),
    error: save.create.error ?? save.change.error ?? save.remove.error,
    isSaving: save.create.isPending || save.change.isPending,
    isRemoving: save.remove.isPending,
  }
}

function useMutations<C extends Endpoint, P extends Endpoint, D extends Endpoint>(
  { create, change, remove }: CrudEndpoints<C, P, D>,
  options: { invalidates: string[]; silent?: boolean },
) {
  return {
    create: useEndpointMutation(create, options),
    change: useEndpointMutation(change, options),
    remove: useEndpointMutation(remove, options),
  }
}

/** The form shows the error. */
const ignoreError = (work: Promise<void>) => void work.catch(() => {})

const idOf = (record: unknown) => (record as { _id: string })._id
