import type { MantineColorScheme } from '@mantine/core'

/** Each with the word for it in `common:frame`. */
export const COLOR_SCHEMES = [
  ['auto', 'asSystem'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const satisfies [MantineColorScheme, string][]
