import { createContext, useContext } from 'react'
import { useMediaQuery } from '@mantine/hooks'

/** True in a part of the page that is narrow on any screen, such as a rail. */
export const NarrowContext = createContext(false)

/** True where a table does not fit. Read during the first render to avoid a layout shift. */
export function useIsNarrow(): boolean {
  const isInNarrowPart = useContext(NarrowContext)
  const isNarrowScreen = useMediaQuery('(max-width: 60em)', false, {
    getInitialValueInEffect: false,
  })
  return isInNarrowPart || isNarrowScreen
}
