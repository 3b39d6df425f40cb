// Sets the colour scheme before the first paint: the stored choice (src/app/theme.ts), or that of
// the system.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('reelay.scheme')
  } catch {
    /* Storage is blocked: use the scheme of the system. */
  }
  var dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
