// The folder of the documents as it is served: which page stands at which address, in which order,
// and where a link between two files leads.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize, relative } from 'node:path'

import { plainText, renderMarkdown, type RenderedMarkdown } from './markdown.ts'

export const DOCS_HOME = '/docs/guide'
const INDEX = 'README.md'

export type DocsPage = RenderedMarkdown & { title: string; address: string }
export type NavEntry = { text: string; address: string }
export type NavSection = { title: string; entries: NavEntry[] }

export type DocsSite = {
  /** Rendered when it is first asked for, and kept. */
  find: (address: string) => DocsPage | undefined
  /** A picture or another file, by its address; undefined where there is none. */
  file: (address: string) => string | undefined
  /** The index's own headings and links: the order of the guide. */
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
  const kept = new Map<string, DocsPage>()

  function find(address: string): DocsPage | undefined {
    const name = pages.get(address)
    const list = address.slice(DOCS_HOME.length + 1)
    if (!kept.has(address) && name !== undefined)
      kept.set(address, render(address, read(name), dirname(name)))
    else if (!kept.has(address) && folders.has(list))
      kept.set(address, render(address, listOf(list, names, read), list))
    return kept.get(address)
  }

  function render(address: string, text: string, within: string): DocsPage {
    const rendered = renderMarkdown(text, (target) => resolve(target, address, within, known))
    return { ...rendered, address, title: rendered.headings[0]?.text ?? basename(address) }
  }

  return {
    find,
    file: (address) => files.get(address),
    sections: sectionsOf(read(INDEX)),
    addresses: [...pages.keys(), ...[...folders].map(addressOf)],
  }
}

/** `a/b.md` stands at `a/b`, and the index of a folder at the folder itself. */
function addressOf(name: string): string {
  const path = name.replace(/\.md$/, '').replace(/(^|\/)README$/, '')
  return path ? `${DOCS_HOME}/${path}` : DOCS_HOME
}

/** What lies outside the documents is not served, so nothing leads there. */
function resolve(
  target: string,
  address: string,
  within: string,
  known: (address: string) => boolean,
): string | undefined {
  if (/^(https?:\/\/|mailto:)/.test(target)) return target
  if (target.startsWith('#')) return address + target
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('/')) return undefined
  const [path, anchor] = target.split('#', 2) as [string, string?]
  const leadsTo = addressOf(normalize(join(within, path)).replace(/\/$/, ''))
  return known(leadsTo) ? leadsTo + (anchor ? `#${anchor}` : '') : undefined
}

/** The pages of a folder that has no index of its own. */
function listOf(folder: string, names: string[], read: (name: string) => string): string {
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
      entries: [...part.matchAll(/^- \[(.+?)\]\(([^)#]+)\)/gm)].map(([, text, target]) => ({
        text: plainText(text!),
        address: addressOf(target!),
      })),
    }))
    .filter(({ entries }) => entries.length > 0)
}
