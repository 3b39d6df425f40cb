/** When the first screen is there, because the rules for all parts of the fonts are large. */
export function loadFallbackFonts() {
  const load = () => void import('./fallback-fonts.ts')
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 3_000 })
  else setTimeout(load, 1_000)
}
