import { useRef, type RefObject } from 'react'

export function useFullscreen<T extends HTMLElement = HTMLElement>(): [
  element: RefObject<T | null>,
  toggleFullscreen: () => void,
] {
  const element = useRef<T>(null)
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void element.current?.requestFullscreen?.()
  }
  return [element, toggle]
}
