import type { UploadItem } from './upload-queue.ts'

type Summary = {
  coming: number
  done: number
  failed: number
  /** From 0 to 1. */ share: number
  /** Seconds, as far as one can tell. */ left: number | null
}

export function summarizeUploads(
  items: readonly Pick<UploadItem, 'state' | 'sent' | 'length' | 'pace'>[],
): Summary {
  const coming = items.filter(({ state }) => state !== 'done' && state !== 'failed')
  const sum = (pick: (item: Pick<UploadItem, 'sent' | 'length' | 'pace'>) => number) =>
    coming.reduce((total, item) => total + pick(item), 0)
  const [length, sent, pace] = [
    sum((item) => item.length),
    sum((item) => item.sent),
    sum((item) => item.rate ?? 0),
  ]
  return {
    coming: coming.length,
    done: items.filter(({ state }) => state === 'done').length,
    failed: items.filter(({ state }) => state === 'failed').length,
    share: length ? sent / length : 0,
    left: pace ? (length - sent) / pace : null,
  }
}
