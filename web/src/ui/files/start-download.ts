/**
 * By a link, as if it had been pressed: the service sends it as a file to be kept, so the page
 * stays where it is.
 */
export function startDownload(address: string, name = '') {
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
}
