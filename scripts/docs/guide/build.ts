// Writes the pages of the docs folder as a website. A file has the path of its URL below /docs:
// guide/run/backup.html is /docs/guide/run/backup.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderPage } from './page.ts'
import { DOCS_HOME, openDocs, type DocsPage } from './site.ts'

/** The 404 page has the navigation, so that readers can go on. */
const NOT_FOUND: DocsPage = {
  address: '',
  title: 'Page not found',
  headings: [],
  html: `<h1>Page not found</h1>\n<p>The page may have moved. Look for it in the contents, or go to <a href="${DOCS_HOME}">the first page</a>.</p>\n`,
}

export function buildGuide(docs: string, out: string): void {
  rmSync(out, { recursive: true, force: true })
  const site = openDocs(docs)
  const pathOf = (address: string) => join(out, address.slice('/docs/'.length))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const page of site.pages()) write(`${pathOf(page.address)}.html`, renderPage(site, page))
  write(join(out, '404.html'), renderPage(site, NOT_FOUND))
  for (const [address, path] of site.files) cpSync(path, pathOf(address))
  for (const name of ['guide.css', 'guide.js'])
    cpSync(join(import.meta.dirname, name), join(out, name))
}
