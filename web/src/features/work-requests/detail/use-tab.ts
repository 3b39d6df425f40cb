import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'

const TAB_OF_SECTION: Record<string, string> = { order: 'order', comments: 'discussion' }

/**
 * The tab in the URL, that of the section in the URL, or `first`. A chosen tab is shown before the
 * router has changed the URL: keys that are typed in between belong to the new tab.
 */
export function useTab(first: string): [tab: string, showTab: (id: string) => void] {
  const { tab } = useSearch({ strict: false })
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const inUrl = tab ?? (hash ? (TAB_OF_SECTION[hash] ?? 'files') : first)
  const [seen, setSeen] = useState(inUrl)
  const [shown, setShown] = useState(inUrl)
  if (seen !== inUrl) {
    setSeen(inUrl)
    setShown(inUrl)
  }
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'start' })
  }, [hash])
  const showTab = (id: string) => {
    setShown(id)
    void navigate({
      to: '.',
      search: (current) => ({ ...current, tab: id }),
      replace: true,
      resetScroll: false,
    })
  }
  return [shown, showTab]
}
