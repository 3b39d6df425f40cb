import { useLayoutEffect } from 'react'

/** The title of the tab. Preact does not move a `<title>` into the head as React does. */
export function PageTitle({ title }: { title: string }) {
  useLayoutEffect(() => {
    document.title = title ? `${title} · Reelay` : 'Reelay'
  }, [title])
  return null
}
