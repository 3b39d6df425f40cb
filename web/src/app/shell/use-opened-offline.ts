import { useEffect, useState } from 'react'

/** These pages show what they have stored. */
const WORKS_OFFLINE = /^\/workrequests\/[^/]+\/translate$/

/** Whether the page was opened without a network. A page that is open already stays as it is. */
export function useOpenedOffline(path: string): { isOffline: boolean; retry: () => void } {
  const [opened, setOpened] = useState({ path, isOnline: navigator.onLine })
  if (opened.path !== path) setOpened({ path, isOnline: navigator.onLine })
  useEffect(() => {
    const onOnline = () => setOpened((current) => ({ ...current, isOnline: true }))
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return {
    isOffline: !opened.isOnline && !WORKS_OFFLINE.test(path),
    retry: () => setOpened({ path, isOnline: navigator.onLine }),
  }
}
