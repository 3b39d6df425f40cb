import { useRef, type RefObject } from 'react'

/** A part of the page that can fill the whole screen, and back. */
export function useFullscreen(): [
  part: RefObject<HTMLElement | null>,
  toggleFullscreen: () => void,
] {
  const part = useRef<HTMLElement>(null)
  return [
    part,
    () =>
      void (document.fullscreenElement
        ? document.exitFullscreen()
        : part.current?.requestFullscreen?.()),
  ]
}
