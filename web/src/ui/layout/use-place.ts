import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element and its distance from the top of the page, measured before the first
 * paint. Reading them while rendering would make the browser lay out the page each time.
 */
export function usePlace<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  const [place, setPlace] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => {
      const [width, top] = [element.clientWidth, element.offsetTop]
      setPlace((before) => (before.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // Something above the element that changes its height moves the element and resizes the page.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return [ref, place] as const
}
