// Puts uploaded files into the slots they were dropped on, as soon as the service has verified them.
import { files } from '@reelay/api/contract'
import type { Service } from '../../api/service.ts'
import { t } from '../../i18n/i18n.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { processingStateOf } from './processing-state.ts'
import { fillSlot, type RequestSlot, type SlotResult } from './request-slot.ts'
import { retryWhileUnreachable } from './retry-while-unreachable.ts'
import type { UploadStore } from './upload-store.ts'

const POLL_MS = 700

type Dependencies = {
  service: Service
  store: UploadStore
  /** Called when a work request has changed. */
  onFilled: () => void
}

export function createSlotUploads({ service, store, onFilled }: Dependencies) {
  /** One after the other: two files may go into the same slot. */
  let last: Promise<unknown> = Promise.resolve()

  async function waitUntilVerified(id: string) {
    for (;;) {
      const file = await retryWhileUnreachable(
        () => service.call(files.getFile, { params: { id } }),
        () => {},
      )
      if (file.verified) return
      if (processingStateOf(file) === 'unusable') throw new Error(t('uploads:slot.unusable'))
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  async function fill(key: string) {
    const item = store.find(key)
    if (!item?.slot || !item.file) return
    const { slot, file } = item
    try {
      await waitUntilVerified(file)
      const filled = last.then(() =>
        retryWhileUnreachable(
          // The key itself registered the file.
          () => fillSlot(service.call, slot, file, `${key}-slot`),
          () => {},
        ),
      )
      last = filled.catch(() => {})
      announce(slot, await filled)
      store.remove(key)
    } catch (error) {
      store.change(key, { slotError: slotErrorText(error as Error) })
    }
    onFilled()
  }
  return { fill }
}

const slotErrorText = (error: Error): string => {
  const { title, advice } = explainError(error)
  return `${title}: ${advice}`
}

/** Says what became of the file, and why the request did not move on. */
export function announce({ kind }: RequestSlot, { request, version = 0, blocker }: SlotResult) {
  if (kind !== 'offline') return showToast(t('uploads:slot.attached'))
  const status = t(`trade:status.${request.status}`)
  return showToast(
    blocker
      ? t('uploads:slot.offlineBlocked', { version, blocker })
      : t('uploads:slot.offline', { version, status }),
  )
}
