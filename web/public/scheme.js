// Light or dark before the first paint: what the person chose (src/app/theme.ts keeps it under this
// key), else what the system asks for.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('reelay.scheme')
  } catch {
    /* storage is forbidden: the system decides */
  }
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
