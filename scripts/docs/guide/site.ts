// The docs folder as a website: the pages and their URLs, the navigation, and the links between
// files.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize, relative, sep } from 'node:path'
import { plainText, renderMarkdown, type RenderedMarkdown } from './markdown.ts'

export const DOCS_HOME = '/docs/guide'
const INDEX = 'README.md'
/** Written by build.ts. */
const BUILT = `dist${sep}`

export type DocsPage = RenderedMarkdown & { title: string; address: string }
export type NavEntry = { text: string; address: string }
export type NavSection = { title: string; entries: NavEntry[] }

export type DocsSite = {
  pages: () => DocsPage[]
  /** The paths of images and other files, by address. */
  files: ReadonlyMap<string, string>
  /** The headings and links of the index page, which define the navigation. */
  sections: NavSection[]
}

export function openDocs(folder: string): DocsSite {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !name.startsWith(BUILT))
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

  function render(address: string, text: string, within: string): DocsPage {
    const page = renderMarkdown(text, (target) => resolve(target, address, within, known))
    return { ...page, address, title: page.headings[0]?.text ?? basename(address) }
  }

  return {
    pages: () => [
      ...Array.from(pages, ([address, name]) => render(address, read(name), dirname(name))),
      ...Array.from(folders, (name) =>
        render(addressOf(name), folderIndex(name, names, read), name),
      ),
    ],
    files,
    sections: sectionsOf(read(INDEX)),
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
