// Renders the Markdown of the docs folder to HTML. Raw HTML is shown as text, never passed through.
import MarkdownIt, {
  type RendererRule,
  type StateBlock,
  type StateInline,
  type Token,
} from 'markdown-it'

/** The URL of a link or image on this page; undefined if its target is not served. */
export type ResolveLink = (target: string) => string | undefined
export type Heading = { level: number; text: string; anchor: string }
export type RenderedMarkdown = { html: string; headings: Heading[] }

export function renderMarkdown(text: string, resolve: ResolveLink): RenderedMarkdown {
  const tokens = markdown.parse(text, {})
  const headings = addAnchors(tokens)
  for (const token of tokens)
    if (token.children) token.children = resolveLinks(token.children, resolve)
  adaptTables(tokens)
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings }
}

/** The text without markup, for titles. */
export const plainText = (text: string): string => textOf(markdown.parseInline(text, {})[0]!)

/** The anchor of a heading, by the rules of code hosting sites, so that links work there and here. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

export const escapeHtml = (text: string): string => markdown.utils.escapeHtml(text)

function createParser() {
  const parser = new MarkdownIt({ html: false })
  // `resolve` gets link targets as they are written.
  parser.normalizeLink = (url) => url
  parser.block.ruler.before('paragraph', 'comment', skipComment, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  parser.inline.ruler.before('autolink', 'line_break', readLineBreak)
  // 2 * 3 and a*b*c are not emphasis.
  const { State } = parser.inline
  parser.inline.State = class extends State {
    override scanDelims(start: number) {
      return super.scanDelims(start, false)
    }
  }
  Object.assign(parser.renderer.rules, RENDERERS)
  return parser
}

/** HTML comments are notes for authors. */
function skipComment(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  const lineAt = (line: number) => state.getLines(line, line + 1, state.blkIndent, false)
  if (!lineAt(startLine).startsWith('<!--')) return false
  if (silent) return true
  let line = startLine
  while (line < endLine - 1 && !lineAt(line).includes('-->')) line++
  state.line = line + 1
  return true
}

/** A line break inside a table cell. */
function readLineBreak(state: StateInline, silent: boolean) {
  if (!state.src.startsWith('<br>', state.pos)) return false
  if (!silent) state.push('line_break', 'br', 0)
  state.pos += '<br>'.length
  return true
}

const RENDERERS: Record<string, RendererRule> = {
  line_break: () => '<br>',
  // tabindex: content that scrolls sideways must be reachable with the keyboard.
  fence: (tokens, index) => {
    const { content, info } = tokens[index]!
    const language = escapeHtml(info.trim().split(/\s/)[0]!)
    return `<div class="code"><pre tabindex="0"><code data-language="${language}">${escapeHtml(content)}</code></pre></div>\n`
  },
  image: (tokens, index) => {
    const { attrs, content } = tokens[index]!
    const source = String(new Map(attrs).get('src') ?? '')
    return `<img src="${escapeHtml(source)}" alt="${escapeHtml(content)}" loading="lazy">`
  },
  table_open: () => '<div class="table" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
  heading_close: (tokens, index) => {
    const { tag, meta } = tokens[index]!
    const { level, anchor, text } = meta as Heading
    const link = `<a class="anchor" href="#${escapeHtml(anchor)}" aria-label="Link to ${escapeHtml(text)}">#</a>`
    return `${level > 1 ? ` ${link}` : ''}</${tag}>\n`
  },
}

const markdown = createParser()

/** Gives each heading a unique id. */
function addAnchors(tokens: Token[]): Heading[] {
  const headings: Heading[] = []
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return
    const text = textOf(tokens[index + 1]!)
    const heading = {
      level: Number(token.tag.slice(1)),
      text,
      anchor: uniqueAnchor(anchorOf(text), headings),
    }
    headings.push(heading)
    token.attrSet('id', heading.anchor)
    tokens[index + 2]!.meta = heading
  })
  return headings
}

function uniqueAnchor(anchor: string, headings: Heading[]): string {
  const taken = new Set(headings.map((heading) => heading.anchor))
  let name = anchor
  for (let count = 1; taken.has(name); count++) name = `${anchor}-${count}`
  return name
}

const textOf = ({ children }: Token): string =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'text_special')
    .map(({ content }) => content)
    .join('')

/** A link or image whose target is not served becomes its text. */
function resolveLinks(tokens: Token[], resolve: ResolveLink): Token[] {
  let inUnresolved = false
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') {
      const target = resolve(String(token.attrGet('href')))
      inUnresolved = target === undefined
      if (target !== undefined) token.attrSet('href', target)
      return inUnresolved ? [] : [token]
    }
    if (token.type === 'link_close') return inUnresolved ? [] : [token]
    if (token.type !== 'image') return [token]
    const source = resolve(String(token.attrGet('src')))
    if (source !== undefined) token.attrSet('src', source)
    else Object.assign(token, { type: 'text', tag: '' })
    return [token]
  })
}

const ALIGNMENTS: Record<string, string> = {
  'text-align:center': 'middle',
  'text-align:right': 'right',
}

/** The content security policy forbids style attributes. An empty header cell is no header. */
function adaptTables(tokens: Token[]): void {
  tokens.forEach((token, index) => {
    if (token.type !== 'th_open' && token.type !== 'td_open') return
    const alignment = ALIGNMENTS[String(token.attrGet('style'))]
    token.attrs = alignment ? [['class', alignment]] : null
    if (token.type === 'th_open' && tokens[index + 1]!.content === '')
      token.tag = tokens[index + 2]!.tag = 'td'
  })
}
