// Changes of the order queue that the service does not have yet, and saving them.
import { sessions } from '@reelay/api/contract'
import type { ServiceCall } from '../../../api/service.ts'
import { t } from '../../../i18n/i18n.ts'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { OrderQueueItem } from '../draft.ts'

type SaveTarget = { call: ServiceCall; userId: string }

const SAVE_AFTER_MS = 600

/**
 * Takes precedence over any response that arrives meanwhile. The query cache notifies its readers
 * asynchronously; a controlled input must re-render at once, or the caret jumps to its end.
 */
const unsavedByUser = new Map<string, readonly OrderQueueItem[]>()
const listeners = new Set<() => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export const getUnsaved = (userId: string) => unsavedByUser.get(userId)

export function setUnsaved(userId: string, items: readonly OrderQueueItem[] | undefined) {
  if (items) unsavedByUser.set(userId, items)
  else unsavedByUser.delete(userId)
  listeners.forEach((listener) => listener())
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let saveOnPageHide: (() => void) | undefined

export function saveLater(target: SaveTarget) {
  clearTimeout(timers.get(target.userId))
  timers.set(
    target.userId,
    setTimeout(() => void save(target), SAVE_AFTER_MS),
  )
  if (saveOnPageHide) removeEventListener('pagehide', saveOnPageHide)
  saveOnPageHide = () => void send(target)
  addEventListener('pagehide', saveOnPageHide)
}

/** Saves run one after the other, so that an earlier one cannot overwrite a later one. */
let lastSave: Promise<void> = Promise.resolve()
export function save(target: SaveTarget) {
  lastSave = lastSave.then(() => send(target))
  return lastSave
}

async function send({ call, userId }: SaveTarget) {
  const items = unsavedByUser.get(userId)
  if (!items) return
  clearTimeout(timers.get(userId))
  try {
    await call(sessions.changeSession, { params: { id: userId }, body: { orderQueue: [...items] } })
    if (unsavedByUser.get(userId) === items) setUnsaved(userId, undefined)
  } catch (error) {
    const { title, advice, isPermanent } = explainError(error as Error)
    const retry = { name: t('common:retry'), run: () => saveLater({ call, userId }) }
    showToast(`${title}: ${advice}`, { tone: 'bad', ...(!isPermanent && { action: retry }) })
  }
}
