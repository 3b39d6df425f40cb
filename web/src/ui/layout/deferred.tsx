import { useEffect, useState, type ReactNode } from 'react'

/** Each part is rendered in a task of its own, so that the page answers in between. */
const waiting = new Set<() => void>()
let isScheduled = false

function renderNext() {
  const [next] = waiting
  isScheduled = false
  if (!next) return
  waiting.delete(next)
  next()
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
