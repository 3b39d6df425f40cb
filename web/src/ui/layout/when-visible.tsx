import { useState, type ReactNode } from 'react'
import { useIntersection } from '@mantine/hooks'

type Props = {
  /** Of the placeholder, which has about the height of the content. */
  className: string | undefined
  /** Until then nothing is shown, because the parts above have no height yet. */
  isReady?: boolean
  children: ReactNode
}

/** A part at the bottom of a page, which is loaded when somebody scrolls to it. */
export function WhenVisible({ className, isReady = true, children }: Props) {
  const { ref, entry } = useIntersection<HTMLDivElement>()
  const [wasVisible, setVisible] = useState(false)
  if (isReady && entry?.isIntersecting && !wasVisible) setVisible(true)
  return wasVisible ? children : <div ref={ref} className={className} />
}
