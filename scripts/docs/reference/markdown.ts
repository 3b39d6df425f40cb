// Markdown helpers for the reference pages.
export { anchorOf as anchor } from '../guide/markdown.ts'

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

export const page = (...parts: (string | false | undefined)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`

export const code = (text: string | number): string => `\`${text}\``
