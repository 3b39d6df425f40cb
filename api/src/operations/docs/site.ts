// The docs folder as a website: the pages and their URLs, the navigation, and the links between
// files.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'
import { DOCS_HOME } from './home.ts'
import { plainText, renderMarkdown, type RenderedMarkdown } from './markdown.ts'

const INDEX = 'README.md'

export type DocsPage = RenderedMarkdown & { title: string; address: string }
export type NavEntry = { text: string; address: string }
export type NavSection = { title: string; entries: NavEntry[] }

export type DocsSite = {
  /** Rendered on first use and cached. */
  find: (address: string) => DocsPage | undefined
  /** The path of an image or another file. */
  file: (address: string) => string | undefined
  /** The headings and links of the index page, which define the navigation. */
  sections: NavSection[]
  addresses: string[]
}

export function openDocs(folder: string): DocsSite {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted()
  const pages = new Map(
    names.filter((name) => name.endsWith('.md')).map((name) => [addressOf(name), name]),
  )
  const folders = new Set(
    names.map(dirname).filter((name) => name !== '.' && !pages.has(addressOf(name))),
  )
  const files = new Map(
    names
      .filter((name) => !name.endsWith('.md'))
      .map((name) => [`${DOCS_HOME}/${name}`, join(folder, name)]),
  )
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const known = (address: string) =>
    pages.has(address) || files.has(address) || folders.has(address.slice(DOCS_HOME.length + 1))
  const rendered = new Map<string, DocsPage>()

  function find(address: string): DocsPage | undefined {
    const name = pages.get(address)
    const list = address.slice(DOCS_HOME.length + 1)
    if (!rendered.has(address) && name !== undefined)
      rendered.set(address, render(address, read(name), dirname(name)))
    else if (!rendered.has(address) && folders.has(list))
      rendered.set(address, render(address, folderIndex(list, names, read), list))
    return rendered.get(address)
  }

  function render(address: string, text: string, within: string): DocsPage {
    const page = renderMarkdown(text, (target) => resolve(target, address, within, known))
    return { ...page, address, title: page.headings[0]?.text ?? basename(address) }
  }

  return {
    find,
    file: (address) => files.get(address),
    sections: sectionsOf(read(INDEX)),
    addresses: [...pages.keys(), ...[...folders].map(addressOf)],
  }
}

/** `a/b.md` is served at `a/b`, and the README of a folder at the folder. */
function addressOf(name: string): string {
  const path = name.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path ? `${DOCS_HOME}/${path}` : DOCS_HOME
}

/** Other pages of the service that the docs link to. */
const SERVICE_PAGES = ['/docs/', '/openapi.json']

/** Files outside the docs folder are not served, so links to them are dropped. */
function resolve(
  target: string,
  address: string,
  within: string,
  known: (address: string) => boolean,
): string | undefined {
  if (/^(https?:\/\/|mailto:)/.test(target)) return target
  if (SERVICE_PAGES.includes(target)) return target
  if (target.startsWith('#')) return address + target
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('/')) return undefined
  const [path, anchor] = target.split('#', 2) as [string, string?]
  const url = addressOf(normalize(join(within, path)).replace(/\/$/, ''))
  return known(url) ? url + (anchor ? `#${anchor}` : '') : undefined
}

/** The index page of a folder without README. */
function folderIndex(folder: string, names: string[], read: (name: string) => string): string {
  const inside = names.filter((name) => dirname(name) === folder)
  const entries = inside.map(
    (name) =>
      `- [${name.endsWith('.md') ? titleOf(read(name)) : basename(name)}](${basename(name)})`,
  )
  const title = basename(folder)
  return `# ${title[0]!.toUpperCase()}${title.slice(1)}\n\n${entries.join('\n')}\n`
}

const titleOf = (text: string) => plainText(/^# (.+)$/m.exec(text)?.[1] ?? '')

function sectionsOf(index: string): NavSection[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: plainText(part.split('\n')[0]!),
      entries: [...part.matchAll(/^- \[([^\]\n]+)\]\(([^)#\n]+)\)/gm)].map(([, text, target]) => ({
        text: plainText(text!),
        address: addressOf(target!),
      })),
    }))
    .filter(({ entries }) => entries.length > 0)
}
