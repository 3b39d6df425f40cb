import { useEffect, useState, type ReactNode } from 'react'

const waiting = new Set<() => void>()
let isScheduled = false

/** One part in each task, so that the page answers in between. */
function renderNext() {
  isScheduled = false
  const [show] = waiting
  if (!show) return
  waiting.delete(show)
  show()
  schedule()
}

function schedule() {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  setTimeout(renderNext)
}

type Props = {
  /** Of the placeholder, which has about the height of the content. */
  className: string | undefined
  children: ReactNode
}

/** A part of a long list, which is rendered after the page and the parts before it. */
export function Deferred({ className, children }: Props) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) return
    const show = () => setShown(true)
    waiting.add(show)
    schedule()
    return () => void waiting.delete(show)
  }, [isShown])
  return isShown ? children : <div className={className} data-pending="" />
}
