import type { MantineColorScheme } from '@mantine/core'

/** Each with the word for it in `common:shell`. */
export const COLOR_SCHEMES = [
  ['auto', 'systemScheme'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const satisfies [MantineColorScheme, string][]
