/**
 * The layout depends on the width and the colours depend on the scheme, so two of the four
 * combinations contain every element and every colour.
 */
export const AXE_VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const
