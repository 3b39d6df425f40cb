/**
 * Where a link or a picture leads from the page it stands on; undefined where it leads nowhere, and
 * then only its words are shown.
 */
export type ResolveLink = (target: string) => string | undefined

const SPANS = new RegExp(
  [
    /(?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`)/,
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /!\[(?<alt>[^\]]*)\]\((?<picture>[^\s()]+)\)/,
    /\[(?<words>(?:`[^`]*`|[^\]`])+)\]\((?<target>[^\s()]+)\)/,
    /<(?<address>https?:\/\/[^\s<>]+)>/,
    /\*\*(?<strong>\S(?:.*?\S)?)\*\*/,
    /(?<![*\w])\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![*\w])/,
    /(?<row><br>)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
)

/**
 * Words, code, links, pictures and stress. Everything else, HTML too, is shown as it is written.
 */
export function renderInline(text: string, resolve: ResolveLink): string {
  let html = ''
  let done = 0
  for (const found of text.matchAll(SPANS)) {
    html += escapeHtml(text.slice(done, found.index)) + renderSpan(found.groups as Span, resolve)
    done = found.index + found[0].length
  }
  return html + escapeHtml(text.slice(done))
}

type Span = Partial<
  Record<
    | 'code'
    | 'escaped'
    | 'alt'
    | 'picture'
    | 'words'
    | 'target'
    | 'address'
    | 'strong'
    | 'emphasis'
    | 'row',
    string
  >
>

function renderSpan(span: Span, resolve: ResolveLink): string {
  if (span.code !== undefined)
    return `<code>${escapeHtml(span.code.replace(/^ (.+) $/, '$1'))}</code>`
  if (span.escaped) return escapeHtml(span.escaped)
  if (span.picture) return renderPicture(span.alt ?? '', resolve(span.picture))
  if (span.target) return renderLink(renderInline(span.words!, resolve), resolve(span.target))
  if (span.address) return renderLink(escapeHtml(span.address), span.address)
  if (span.strong) return `<strong>${renderInline(span.strong, resolve)}</strong>`
  return span.emphasis ? `<em>${renderInline(span.emphasis, resolve)}</em>` : '<br>'
}

const renderPicture = (alt: string, source: string | undefined) =>
  source
    ? `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" loading="lazy">`
    : escapeHtml(alt)

const renderLink = (words: string, target: string | undefined) =>
  target ? `<a href="${escapeHtml(target)}">${words}</a>` : words

/** The words of it alone, for titles and anchors. */
export const plainText = (text: string): string =>
  text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|\\(?=[!-/:-@[-`{-~])/g, '')

const SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!)
