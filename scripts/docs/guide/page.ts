import { escapeHtml } from './markdown.ts'
import { DOCS_HOME, type NavEntry, type DocsSite, type DocsPage } from './site.ts'
import type { Heading } from './markdown.ts'

/** A page with header and navigation. The text comes first, so that phones show it first. */
export function renderPage(
  { sections }: DocsSite,
  { title, html, headings, address }: DocsPage,
): string {
  const order = sections.flatMap(({ entries }) => entries)
  const at = order.findIndex((entry) => entry.address === address)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${address === DOCS_HOME ? 'The Reelay guide' : `${escapeHtml(title)} · Reelay guide`}</title>
<link rel="icon" href="/mark.svg">
<link rel="stylesheet" href="/docs/guide.css">
<script src="/docs/guide.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to content</a>
<header>
<a class="home" href="${DOCS_HOME}">Reelay guide</a>
<nav aria-label="Main navigation"><a class="contents" href="#contents">Contents</a><a href="/docs/">API</a><a href="/">App</a></nav>
</header>
<div class="frame">
<main id="text" tabindex="-1">
${html}${at >= 0 ? pageLinks(order[at - 1], order[at + 1]) : ''}</main>
<nav class="contents" id="contents" aria-label="Contents">
${sections.map((section) => `<h2>${escapeHtml(section.title)}</h2>\n<ul>${section.entries.map((entry) => `<li>${entryOf(entry, address)}</li>`).join('')}</ul>`).join('\n')}
</nav>
${onThisPage(headings)}</div>
</body>
</html>
`
}

function pageLinks(before: NavEntry | undefined, after: NavEntry | undefined): string {
  const link = (entry: NavEntry | undefined, what: string) =>
    entry
      ? `<a class="${what.toLowerCase()}" href="${entry.address}"><span>${what}</span> ${escapeHtml(entry.text)}</a>`
      : ''
  return `<nav class="turn" aria-label="Previous and next page">${link(before, 'Previous')}${link(after, 'Next')}</nav>\n`
}

/** A page below an entry marks that entry as current. */
function entryOf({ text, address }: NavEntry, here: string): string {
  const current =
    address === here
      ? ' aria-current="page"'
      : here.startsWith(`${address}/`)
        ? ' aria-current="true"'
        : ''
  return `<a href="${address}"${current}>${escapeHtml(text)}</a>`
}

const MIN_HEADINGS = 3

function onThisPage(headings: Heading[]): string {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < MIN_HEADINGS) return ''
  return `<nav class="parts" aria-label="On this page"><h2>On this page</h2><ul>${parts.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`).join('')}</ul></nav>\n`
}
