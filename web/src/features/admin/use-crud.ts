// Adding, changing and removing a record of a register, each with its way back.
import type { BodyOf, Endpoint, ReplyOf } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { changedFields, previousValues } from '../../ui/fields/draft.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { asked } from './asked.ts'

type Register<C extends Endpoint, P extends Endpoint, D extends Endpoint> = {
  create: C
  change: P
  remove: D
}
type Wish<C extends Endpoint> = {
  touches: string[]
  /** The record as one would send it: what a removal is undone with. */
  bodyOf: (record: ReplyOf<C>) => BodyOf<C>
  nameOf: (body: BodyOf<C>) => string
  done: (record?: ReplyOf<C>) => void
}

/**
 * A record that could be removed was referred to by nothing, so one made anew with the same content
 * takes its place whole.
 */
export function useKeeper<C extends Endpoint, P extends Endpoint, D extends Endpoint>(
  { create, change, remove }: Register<C, P, D>,
  { touches, bodyOf, nameOf, done }: Wish<C>,
) {
  const { t } = useTranslation(['admin', 'common'])
  const wish = { invalidates: touches, silent: true }
  const [adding, changing, removing] = [
    useEndpointMutation(create, wish),
    useEndpointMutation(change, wish),
    useEndpointMutation(remove, wish),
  ]
  const [readding, rechanging, reremoving] = [
    useEndpointMutation(create, { invalidates: touches }),
    useEndpointMutation(change, { invalidates: touches }),
    useEndpointMutation(remove, { invalidates: touches }),
  ]
  const undo = (run: () => void) => ({ act: { name: t('common:undo'), run } })

  async function add(body: BodyOf<C>) {
    const made = (await adding.mutateAsync(asked<C>({ body }))) as ReplyOf<C> & { _id: string }
    showToast(
      t('saved.added', { name: nameOf(body) }),
      undo(() => reremoving.mutate(asked<D>({ params: { id: made._id } }))),
    )
    done(made)
  }
  async function put(record: ReplyOf<C>, body: BodyOf<C>) {
    const { _id: id } = record as { _id: string }
    const before = bodyOf(record) as object
    const changes = changedFields(before, body as object)
    if (Object.keys(changes).length) {
      await changing.mutateAsync(asked<P>({ params: { id }, body: changes }))
      showToast(
        t('saved.changed', { name: nameOf(body) }),
        undo(() =>
          rechanging.mutate(asked<P>({ params: { id }, body: previousValues(before, changes) })),
        ),
      )
    }
    done(record)
  }
  async function drop(record: ReplyOf<C>) {
    const body = bodyOf(record)
    await removing.mutateAsync(asked<D>({ params: { id: (record as { _id: string })._id } }))
    showToast(
      t('saved.removed', { name: nameOf(body) }),
      undo(() => readding.mutate(asked<C>({ body }))),
    )
    done()
  }
  // A refusal is shown in the form; there is nothing more to do about it here.
  const calmly = (work: Promise<void>) => void work.catch(() => {})
  return {
    save: (record: ReplyOf<C> | undefined, body: BodyOf<C>) =>
      calmly(record ? put(record, body) : add(body)),
    remove: (record: ReplyOf<C>) => calmly(drop(record)),
    error: adding.error ?? changing.error ?? removing.error,
    isSaving: adding.isPending || changing.isPending,
    isRemoving: removing.isPending,
  }
}
