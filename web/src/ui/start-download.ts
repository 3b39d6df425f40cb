/** The service sends it as a file to be kept, so the page stays where it is. */
export function startDownload(url: string) {
  const link = Object.assign(document.createElement('a'), { href: url, download: '' })
  document.body.append(link)
  link.click()
  link.remove()
}
