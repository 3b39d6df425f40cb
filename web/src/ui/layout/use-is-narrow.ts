import { useMediaQuery } from '@mantine/hooks'

/** True where a table does not fit. Read during the first render to avoid a layout shift. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
