import { useEffect, useState, useSyncExternalStore } from 'react'
import { translations } from '@reelay/api/contract'
import { useService } from '../../../api/queries.ts'
import { randomKey } from '../../../api/random-key.ts'
import type { Service } from '../../../api/service.ts'
import { openJournal } from './journal.ts'
import { sheetOf } from './text-track.ts'
import { createStore, type Remote, type State, type Store } from './store.ts'
import type { Line } from './draft.ts'

type Opened = {
  translation: string
  person: string
  lines: readonly Line[]
  revision: number
  isOpen: boolean
}

/**
 * One store for as long as the translation is open. What was kept from before is taken up first; on
 * leaving, what is here goes.
 */
export function useStore({ translation, person, lines, revision, isOpen }: Opened): [Store, State] {
  const service = useService()
  const [store] = useState(() =>
    createStore({
      sheet: sheetOf(lines, revision),
      journal: openJournal({ person, translation, database: globalThis.indexedDB }),
      remote: remoteOf(service, translation),
    }),
  )
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  useEffect(() => {
    store.open(isOpen)
  }, [store, isOpen])
  useEffect(() => {
    void store.wake()
    const leave = () => store.sleep()
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [store])
  return [store, state]
}

function remoteOf({ ask }: Service, id: string): Remote {
  const { edit, changes, add, remove } = translations.translationLines
  const once = () => ({ 'idempotency-key': randomKey() })
  return {
    write: (lines) =>
      ask(edit, {
        params: { id },
        body: { kind: 'write', lines: lines.map((line) => ({ ...line, _id: line._id! })) },
      }),
    pull: (since) => ask(changes, { params: { id }, query: { since: String(since) } }),
    edit: (body) => ask(edit, { params: { id }, body, headers: once() }),
    add: (body) => ask(add, { params: { id }, body, headers: once() }),
    remove: async (line) => {
      await ask(remove, { params: { id, line } })
    },
  }
}
