// Records opened recently in this tab, newest first.
import { useEffect } from 'react'

export type RecentItem = {
  kind: 'asset' | 'project' | 'request'
  href: string
  name: string
  note: string
}

const KEY = 'reelay.opened'
const MAX_RECENT = 8

export function listRecent(storage: Storage = sessionStorage): RecentItem[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '[]') as RecentItem[]
  } catch {
    return []
  }
}

export function addRecent(opened: RecentItem, storage: Storage = sessionStorage) {
  storage.setItem(
    KEY,
    JSON.stringify(
      [opened, ...listRecent(storage).filter(({ href }) => href !== opened.href)].slice(
        0,
        MAX_RECENT,
      ),
    ),
  )
}

export function useRecordRecent(opened: RecentItem | undefined) {
  const { kind, href, name, note } = opened ?? {}
  useEffect(() => {
    if (kind && href && name !== undefined) addRecent({ kind, href, name, note: note ?? '' })
  }, [kind, href, name, note])
}
