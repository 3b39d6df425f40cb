// What somebody is about to order. It is theirs and not their browser's: it lies with the service
// (`orderQueue`), so it is there after a reload and on another machine.
import { useSyncExternalStore } from 'react'
import { sessions, users, type assets } from '@reelay/api/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { loadWords, t } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/queries.ts'
import { useMe } from '../../shared/current-user.ts'
import type { Ask } from '../../../api/service.ts'
import { explain } from '../../../ui/feedback/explain-error.ts'
import { tell } from '../../../ui/feedback/toasts.tsx'
import { newDraft, readItems, type Draft, type Item } from '../draft.ts'

export type { Draft, Item } from '../draft.ts'

const SAVE_AFTER_MS = 600
const keyOf = (me: string) => [users.getUser.path, 'orderQueue', me] as const

/**
 * What is changed here and not saved yet; no answer that comes meanwhile overwrites it. Beside the
 * cache, which tells its readers a moment
 * later: a field that shows what it holds must be told at once, or the cursor jumps to its end.
 */
const unsaved = new Map<string, readonly Item[]>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const hold = (me: string, items: readonly Item[] | undefined) => {
  if (items) unsaved.set(me, items)
  else unsaved.delete(me)
  listeners.forEach((listener) => listener())
}
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function useOrderQueue() {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const asking = queryOf(ask, me?._id ?? '')
  const {
    data: kept,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...asking, enabled: me !== undefined })
  const data = useSyncExternalStore(subscribe, () => unsaved.get(me?._id ?? '')) ?? kept

  async function write(edit: (items: readonly Item[]) => readonly Item[]) {
    if (!me) return
    const before =
      unsaved.get(me._id) ??
      queryClient.getQueryData<readonly Item[]>(asking.queryKey) ??
      (await queryClient.fetchQuery<readonly Item[]>(asking))
    const items = edit(before)
    queryClient.setQueryData(asking.queryKey, items)
    hold(me._id, items)
    saveSoon({ ask, me: me._id })
  }

  /**
   * What was ordered leaves before anything else is done: a page that goes now must not offer it
   * once more.
   */
  async function writeNow(edit: (items: readonly Item[]) => readonly Item[]) {
    await write(edit)
    if (me) await save({ ask, me: me._id })
  }

  return {
    items: data ?? [],
    isPending: data === undefined && !error,
    error: data ? null : error,
    again: () => void refetch(),
    isTrying: isFetching,
    /** What is there already stays as it was written. `quiet`: whoever adds it shows it anyway. */
    add(assets: readonly Pick<assets.Asset, '_id'>[], { quiet = false } = {}) {
      if (!me) return
      void write((items) => [
        ...items,
        ...[...new Set(assets.map(({ _id }) => _id))]
          .filter((id) => !items.some(({ asset }) => asset === id))
          .map((asset): Item => Object.assign({ asset }, newDraft(me))),
      ])
      if (!quiet)
        void loadWords('order').then(() =>
          tell(t('order:added', { count: assets.length }), {
            act: { name: t('order:show'), run: () => void navigate({ to: '/order' }) },
          }),
        )
    },
    change: (assets: readonly string[], to: Partial<Draft>) =>
      void write((items) =>
        items.map((item) => (assets.includes(item.asset) ? { ...item, ...to } : item)),
      ),
    /** Takes them out, and back in where they stood if that was a mistake. */
    remove(assets: readonly string[]) {
      const before = data ?? []
      void write((items) => items.filter(({ asset }) => !assets.includes(asset)))
      tell(t('order:removed', { count: assets.length }), {
        act: {
          name: t('common:undo'),
          run: () =>
            void write((items) => [
              ...before.filter(
                ({ asset }) => assets.includes(asset) || items.some((item) => item.asset === asset),
              ),
              ...items.filter(({ asset }) => !before.some((item) => item.asset === asset)),
            ]),
        },
      })
    },
    /** What was ordered of them leaves; with languages left over they stay for those. */
    keep: (asset: string, languages: readonly string[]) =>
      writeNow((items) =>
        items.flatMap((item) =>
          item.asset !== asset
            ? [item]
            : languages.length
              ? [{ ...item, languages: [...languages] }]
              : [],
        ),
      ),
    clear() {
      this.remove((data ?? []).map(({ asset }) => asset))
    },
  }
}

function queryOf(ask: Ask, me: string) {
  return {
    queryKey: keyOf(me),
    queryFn: async (): Promise<readonly Item[]> => {
      const { orderQueue } = await ask(users.getUser, { params: { id: me } })
      return unsaved.get(me) ?? readItems(orderQueue)
    },
  }
}

type Saving = { ask: Ask; me: string }

let saveWhenGoing: (() => void) | undefined

function saveSoon(saving: Saving) {
  clearTimeout(timers.get(saving.me))
  timers.set(
    saving.me,
    setTimeout(() => void save(saving), SAVE_AFTER_MS),
  )
  if (saveWhenGoing) removeEventListener('pagehide', saveWhenGoing)
  saveWhenGoing = () => void send(saving)
  addEventListener('pagehide', saveWhenGoing)
}

/** One after the other: a save that overtakes an earlier one would be undone by it. */
let saved: Promise<void> = Promise.resolve()
const save = (saving: Saving) => {
  saved = saved.then(() => send(saving))
  return saved
}

async function send({ ask, me }: Saving) {
  const items = unsaved.get(me)
  if (!items) return
  clearTimeout(timers.get(me))
  try {
    await ask(sessions.changeSession, { params: { id: me }, body: { orderQueue: [...items] } })
    if (unsaved.get(me) === items) hold(me, undefined)
  } catch (error) {
    const { title, advice, hopeless } = explain(error as Error)
    tell(`${title}: ${advice}`, {
      tone: 'bad',
      ...(!hopeless && { act: { name: t('common:tryAgain'), run: () => saveSoon({ ask, me }) } }),
    })
  }
}
