import { useEffect, useEffectEvent } from 'react'
import type { translations } from '@reelay/api/contract'
import { useService } from '../../api/service-context.ts'
import type { EditorStore } from './model/store.ts'

/** Shorter than a person needs to read what was saved. */
const DEBOUNCE_MS = 500

export const trackKey = (translation: string) => ['translation-editor', translation]

/** Keeps a copy of the lines as the server has them, for a reload without a network. */
export function useTrackCopy(
  translation: string,
  rules: translations.CheckRules,
  store: EditorStore,
) {
  const { copies } = useService()
  const save = useEffectEvent(() => {
    const { lines, revision } = store.getState().track
    void copies.save(trackKey(translation), { rules: { ...rules, revision }, lines })
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let saved: unknown
    const saveIfChanged = () => {
      const { lines } = store.getState().track
      if (saved !== lines) save()
      saved = lines
    }
    saveIfChanged()
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(saveIfChanged, DEBOUNCE_MS)
    })
    addEventListener('pagehide', saveIfChanged)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', saveIfChanged)
      unsubscribe()
    }
  }, [translation, store])
}
