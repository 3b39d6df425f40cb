// What is going to be ordered, gathered over the pages of this tab.
import { useSyncExternalStore } from 'react'

type Item = { asset: string }

const KEY = 'reelay.order'
let items: Item[] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Item[]
const listeners = new Set<() => void>()

function add(assets: { _id: string }[]) {
  items = [...items, ...assets.filter(({ _id }) => !items.some(({ asset }) => asset === _id)).map(({ _id }) => ({ asset: _id }))]
  sessionStorage.setItem(KEY, JSON.stringify(items))
  listeners.forEach((listener) => listener())
}

export function useOrderQueue() {
  return { items: useSyncExternalStore((listener) => { listeners.add(listener); return () => void listeners.delete(listener) }, () => items), add }
}
