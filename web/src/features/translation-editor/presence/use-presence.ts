import { useEffect, useEffectEvent, useState } from 'react'
import { translations } from '@reelay/api/contract'
import { useService } from '../../../api/service-context.ts'
import type { EditorStore } from '../model/store.ts'
import type { PresentPerson } from '../editor-context.ts'

/** The server drops a person after three missed beats. */
const INTERVAL_MS = 4_000
/** Lines that are only passed are not reported. */
const DEBOUNCE_MS = 400

/**
 * Reports the selected line, and receives the other people and the revision. A hidden page reports
 * nothing.
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
      const presence = await call(translations.bePresent, {
        params: { id: translation },
        body: { line: line ?? null },
      })
      setPeople((current) =>
        JSON.stringify(current) === JSON.stringify(presence.people) ? current : presence.people,
      )
      store.reportOnline()
      store.pullIfBehind(presence.revision)
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
