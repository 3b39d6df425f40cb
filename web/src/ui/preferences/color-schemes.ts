import type { MantineColorScheme } from '@mantine/core'

/** Each with its key in `common:shell`. */
export const COLOR_SCHEMES = [
  ['auto', 'systemScheme'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const satisfies [MantineColorScheme, string][]
