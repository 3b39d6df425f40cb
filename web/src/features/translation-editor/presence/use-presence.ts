import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { translations } from '@reelay/api/contract'
import { useService } from '../../../api/service-context.ts'
import type { EditorStore } from '../model/store.ts'

/** Lines and letters that are only passed are not reported. */
const DEBOUNCE_MS = 150

type PresenceInput = { translation: string; line: string | undefined; store: EditorStore }
export type ReportSelection = (selection: translations.TextSelection) => void

/**
 * Receives the lines that others change and who has the translation open, and reports the own line
 * and selection. A hidden page counts as closed.
 */
export function usePresence({ translation, line, store }: PresenceInput): {
  people: readonly translations.PresentPerson[]
  reportSelection: ReportSelection
} {
  const { call, listen } = useService()
  const [people, setPeople] = useState<readonly translations.PresentPerson[]>([])
  const selection = useRef<translations.TextSelection | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const params = { id: translation }

  const report = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden') return
    try {
      const { revision } = await call(translations.bePresent, {
        params,
        body: { line: line ?? null, selection: selection.current },
      })
      store.reportOnline()
      store.fetchIfBehind(revision)
    } catch (error) {
      setPeople([])
      store.reportError(error)
    }
  })
  const reportSoon = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void report(), DEBOUNCE_MS)
  })
  const receive = useEffectEvent(async (signal: AbortSignal) => {
    const lastEventId = String(store.getState().track.revision)
    for await (const message of listen(translations.streamTranslation, {
      params,
      signal,
      lastEventId,
    })) {
      if (message.type === 'connected') void report()
      if (message.type !== 'message') continue
      setPeople(message.data.people)
      store.reportOnline()
      if (message.data.changes) store.receive(message.data.since, message.data.changes)
    }
  })

  useEffect(() => {
    let stream: AbortController | undefined
    const open = () => {
      stream = new AbortController()
      receive(stream.signal).catch((error: unknown) => store.reportError(error))
    }
    const close = () => {
      stream?.abort()
      stream = undefined
      call(translations.leave, { params: { id: translation } }).catch(() => {
        /* The others see the person until the timeout. */
      })
    }
    const follow = () => {
      if (document.visibilityState === 'hidden') close()
      else if (!stream) open()
    }
    open()
    const beats = setInterval(() => void report(), translations.PRESENCE_INTERVAL_MS)
    const now = () => void report()
    addEventListener('online', now)
    addEventListener('pagehide', close)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(beats)
      removeEventListener('online', now)
      removeEventListener('pagehide', close)
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [translation, call, store])
  useEffect(() => {
    selection.current = null
    reportSoon()
  }, [translation, line])

  return {
    people,
    reportSelection(next) {
      selection.current = next
      reportSoon()
    },
  }
}
