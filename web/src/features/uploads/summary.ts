import type { UploadItem } from './upload-store.ts'

type UploadSummary = {
  pending: number
  done: number
  failed: number
  /** Of the pending uploads, from 0 to 1. */
  progress: number
  /** Null while the transfer rate is unknown. */
  secondsLeft: number | null
}
type Item = Pick<UploadItem, 'state' | 'sent' | 'length' | 'rate'>

export function summarizeUploads(items: readonly Item[]): UploadSummary {
  const pending = items.filter(({ state }) => state !== 'done' && state !== 'failed')
  const sum = (valueOf: (item: Item) => number) =>
    pending.reduce((total, item) => total + valueOf(item), 0)
  const length = sum((item) => item.length)
  const sent = sum((item) => item.sent)
  const rate = sum((item) => item.rate ?? 0)
  return {
    pending: pending.length,
    done: items.filter(({ state }) => state === 'done').length,
    failed: items.filter(({ state }) => state === 'failed').length,
    progress: length ? sent / length : 0,
    secondsLeft: rate ? (length - sent) / rate : null,
  }
}
