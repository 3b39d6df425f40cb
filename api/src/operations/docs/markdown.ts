// Markdown to HTML, as much of it as our own pages use: headings, paragraphs, lists, tables, code,
// quotes, rules and what stands in a line. No HTML passes.
import { escapeHtml, plainText, renderInline, type ResolveLink } from './inline.ts'

export type Heading = { level: number; text: string; anchor: string }
export type RenderedMarkdown = { html: string; headings: Heading[] }

export function renderMarkdown(text: string, resolve: ResolveLink): RenderedMarkdown {
  const headings: Heading[] = []
  const html = renderBlocks(text.replaceAll('\r\n', '\n').split('\n'), { resolve, headings })
  return { html, headings }
}

/**
 * What a heading is called in an address: as repositories on the web do it, so that a link works
 * there and here.
 */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

type Page = { resolve: ResolveLink; headings: Heading[] }
type Block = { html: string; taken: number }
type Reader = (lines: string[], page: Page) => Block | undefined

function renderBlocks(lines: string[], page: Page): string {
  let html = ''
  for (let at = 0; at < lines.length;) {
    const rest = lines.slice(at)
    const block =
      rest[0]!.trim() === ''
        ? { html: '', taken: 1 }
        : BLOCKS.map((read) => read(rest, page)).find((found) => found !== undefined)!
    html += block.html
    at += block.taken
  }
  return html
}

const comment: Reader = (lines) => {
  if (!lines[0]!.startsWith('<!--')) return undefined
  const end = lines.findIndex((line) => line.includes('-->'))
  return { html: '', taken: end < 0 ? lines.length : end + 1 }
}

const fence: Reader = (lines) => {
  const [, ticks, info] = /^(`{3,})\s*([^`]*)$/.exec(lines[0]!) ?? []
  if (ticks === undefined) return undefined
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === ticks)
  const code = lines.slice(1, end < 0 ? undefined : end)
  // What scrolls sideways must be within reach of the keyboard.
  return {
    html: `<div class="code"><pre tabindex="0"><code data-language="${escapeHtml(info!.split(/\s/)[0]!)}">${escapeHtml(code.join('\n'))}\n</code></pre></div>\n`,
    taken: code.length + (end < 0 ? 1 : 2),
  }
}

const heading: Reader = (lines, { resolve, headings }) => {
  const [, marks, text] = /^(#{1,6}) +(.+?)\s*#*$/.exec(lines[0]!) ?? []
  if (!marks) return undefined
  const found = {
    level: marks.length,
    text: plainText(text!),
    anchor: free(anchorOf(plainText(text!)), headings),
  }
  headings.push(found)
  const link =
    found.level > 1
      ? ` <a class="anchor" href="#${found.anchor}" aria-label="Link to ${escapeHtml(found.text)}">#</a>`
      : ''
  return {
    html: `<h${found.level} id="${found.anchor}">${renderInline(text!, resolve)}${link}</h${found.level}>\n`,
    taken: 1,
  }
}

function free(anchor: string, headings: Heading[]): string {
  const taken = new Set(headings.map((one) => one.anchor))
  let name = anchor
  for (let count = 1; taken.has(name); count++) name = `${anchor}-${count}`
  return name
}

const rule: Reader = ([line]) =>
  /^(-{3,}|\*{3,})\s*$/.test(line!) ? { html: '<hr>\n', taken: 1 } : undefined

const table: Reader = (lines, { resolve }) => {
  if (!lines[0]!.startsWith('|') || !/^\|(\s*:?-+:?\s*\|)+\s*$/.test(lines[1] ?? ''))
    return undefined
  const end = lines.findIndex((line) => !line.startsWith('|'))
  const [head, marks, ...rows] = lines.slice(0, end < 0 ? undefined : end).map(cellsOf) as [
    string[],
    string[],
    ...string[][],
  ]
  const classes = marks.map((mark) =>
    /^:-+:$/.test(mark) ? ' class="middle"' : mark.endsWith('-:') ? ' class="right"' : '',
  )
  const row = (tag: 'th' | 'td', cells: string[]) =>
    `<tr>${head
      .map((_, at) => {
        // A header without words heads nothing.
        const name = tag === 'th' && !cells[at] ? 'td' : tag
        return `<${name}${classes[at]}>${renderInline(cells[at] ?? '', resolve)}</${name}>`
      })
      .join('')}</tr>\n`
  return {
    html: `<div class="table" tabindex="0"><table>\n<thead>${row('th', head)}</thead>\n<tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody>\n</table></div>\n`,
    taken: rows.length + 2,
  }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1)
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const quote: Reader = (lines, page) => {
  if (!lines[0]!.startsWith('>')) return undefined
  const end = lines.findIndex((line) => !line.startsWith('>'))
  const inner = lines.slice(0, end < 0 ? undefined : end)
  return {
    html: `<blockquote>${renderBlocks(
      inner.map((line) => line.replace(/^> ?/, '')),
      page,
    )}</blockquote>\n`,
    taken: inner.length,
  }
}

const ITEM = /^(?:([-*])|\d{1,9}\.) +(?=\S)/

const list: Reader = (lines, page) => {
  const first = ITEM.exec(lines[0]!)
  if (!first) return undefined
  const items: string[][] = []
  let taken = 0
  for (const line of lines) {
    const mark = ITEM.exec(line)
    const isNext = mark && Boolean(mark[1]) === Boolean(first[1])
    if (isNext) items.push([line.slice(mark[0].length)])
    else if (
      /^ {2,}\S/.test(line) ||
      (line.trim() === '' && /^( {2,}\S|[-*] |\d+\. )/.test(lines[taken + 1] ?? ''))
    )
      items.at(-1)!.push(line.replace(/^ {2,4}/, ''))
    else if (line.trim() === '' || isBlock(line)) break
    else items.at(-1)!.push(line)
    taken++
  }
  const tag = first[1] ? 'ul' : 'ol'
  return {
    html: `<${tag}>\n${items.map((item) => `<li>${tight(renderBlocks(item, page))}</li>`).join('\n')}\n</${tag}>\n`,
    taken,
  }
}

const tight = (html: string) => html.replace(/^<p>((?:(?!<p>)[\s\S])*?)<\/p>\n/, '$1').trimEnd()

const paragraph: Reader = (lines, { resolve }) => {
  const end = lines.findIndex((line, at) => at > 0 && (line.trim() === '' || isBlock(line)))
  const words = lines.slice(0, end < 0 ? undefined : end)
  return { html: `<p>${renderInline(words.join('\n').trim(), resolve)}</p>\n`, taken: words.length }
}

const isBlock = (line: string) => /^(```|#{1,6} |>|\||<!--)/.test(line) || ITEM.test(line)

const BLOCKS: Reader[] = [comment, fence, heading, rule, table, quote, list, paragraph]
