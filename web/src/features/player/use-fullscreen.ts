import { useRef, type RefObject } from 'react'

export function useFullscreen(): [
  element: RefObject<HTMLElement | null>,
  toggleFullscreen: () => void,
] {
  const element = useRef<HTMLElement>(null)
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void element.current?.requestFullscreen?.()
  }
  return [element, toggle]
}
