import { useEffect, useState, useSyncExternalStore } from 'react'
import { useService } from '../../../api/service-context.ts'
import { createEditorServer } from './editor-server.ts'
import { openJournal } from './journal.ts'
import { createTrack } from './edited-track.ts'
import type { EditorState } from './reducer.ts'
import { createStore, type EditorStore } from './store.ts'
import type { EditorLine } from './draft.ts'

type Options = {
  translation: string
  person: string
  lines: readonly EditorLine[]
  revision: number
  isOpen: boolean
}

/**
 * One store for as long as the translation is open. Restores unsent drafts first, and sends what
 * is left when the page is hidden or closed.
 */
export function useStore({
  translation,
  person,
  lines,
  revision,
  isOpen,
}: Options): [EditorStore, EditorState] {
  const service = useService()
  const [store] = useState(() =>
    createStore({
      track: createTrack(lines, revision),
      journal: openJournal({ person, translation, database: globalThis.indexedDB }),
      server: createEditorServer(service, translation),
    }),
  )
  const state = useSyncExternalStore(store.subscribe, store.getState)
  useEffect(() => {
    store.setEditable(isOpen)
  }, [store, isOpen])
  useEffect(() => {
    void store.restoreDrafts()
    const onHide = () => {
      if (document.visibilityState === 'hidden') store.suspend()
    }
    addEventListener('pagehide', store.suspend)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      removeEventListener('pagehide', store.suspend)
      document.removeEventListener('visibilitychange', onHide)
      store.suspend()
    }
  }, [store])
  return [store, state]
}
