/** Clicks a temporary link. The response is an attachment, so the page stays open. */
export function startDownload(address: string, name = '') {
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
}
