import { useMediaQuery } from '@mantine/hooks'

/** Where a table has no room. Known at the first drawing, so that nothing jumps. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false })
