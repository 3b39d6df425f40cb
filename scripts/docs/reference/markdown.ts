// The few forms the reference is written in.
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')

export const page = (...parts: (string | false | undefined)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`

export const code = (text: string | number): string => `\`${text}\``

/** The anchor a heading has in the repository and in the guide. */
export const anchor = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
