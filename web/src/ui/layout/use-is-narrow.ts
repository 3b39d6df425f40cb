import { createContext, useContext, useSyncExternalStore } from 'react'

const narrowScreen = matchMedia('(max-width: 60em)')

/** True in a part of the page that is narrow on any screen, such as a rail. */
export const NarrowContext = createContext(false)

/** True where a table does not fit. Read during the first render to avoid a layout shift. */
export function useIsNarrow(): boolean {
  const isInNarrowPart = useContext(NarrowContext)
  const isNarrowScreen = useSyncExternalStore(onNarrowScreen, () => narrowScreen.matches)
  return isInNarrowPart || isNarrowScreen
}

function onNarrowScreen(listener: () => void) {
  narrowScreen.addEventListener('change', listener)
  return () => narrowScreen.removeEventListener('change', listener)
}
