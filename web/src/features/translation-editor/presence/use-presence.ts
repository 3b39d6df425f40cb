import { useEffect, useEffectEvent, useState } from 'react'
import { translations } from '@reelay/api/contract'
import { useService } from '../../../api/service-context.ts'
import type { EditorStore } from '../model/store.ts'
import type { PresentPerson } from '../editor-context.ts'

/** Three beats are missed before somebody is taken to be gone. */
const INTERVAL_MS = 4_000
/** Who runs through the lines is at none of them. */
const DEBOUNCE_MS = 400

/**
 * Says where this person is, hears where the others are, and whether there is something new. A page
 * that nobody looks at says nothing.
 */
export function usePresence(
  translation: string,
  line: string | undefined,
  store: EditorStore,
): readonly PresentPerson[] {
  const { call } = useService()
  const [people, setPeople] = useState<readonly PresentPerson[]>([])
  const beat = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return
    try {
      const heard = await call(translations.bePresent, {
        params: { id: translation },
        body: { line: line ?? null },
      })
      setPeople((before) =>
        JSON.stringify(before) === JSON.stringify(heard.people) ? before : heard.people,
      )
      store.reportOnline()
      store.pullIfBehind(heard.revision)
    } catch (error) {
      setPeople([])
      store.reportError(error)
    }
  })
  useEffect(() => {
    const timer = setInterval(() => void beat(), INTERVAL_MS)
    const now = () => void beat()
    addEventListener('online', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearInterval(timer)
      removeEventListener('online', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [translation])
  useEffect(() => {
    const timer = setTimeout(() => void beat(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [translation, line])
  return people
}
