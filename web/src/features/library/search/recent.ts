// What was opened lately in this tab, newest first: what one comes back to most.
import { useEffect } from 'react'

export type Opened = {
  kind: 'asset' | 'project' | 'request'
  href: string
  name: string
  note: string
}

const KEY = 'reelay.opened'
const MOST = 8

export function recent(storage: Storage = sessionStorage): Opened[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '[]') as Opened[]
  } catch {
    return []
  }
}

export function remember(opened: Opened, storage: Storage = sessionStorage) {
  storage.setItem(
    KEY,
    JSON.stringify(
      [opened, ...recent(storage).filter(({ href }) => href !== opened.href)].slice(0, MOST),
    ),
  )
}

/** A record that somebody looks at. */
export function useOpened(opened: Opened | undefined) {
  const { kind, href, name, note } = opened ?? {}
  useEffect(() => {
    if (kind && href && name !== undefined) remember({ kind, href, name, note: note ?? '' })
  }, [kind, href, name, note])
}
