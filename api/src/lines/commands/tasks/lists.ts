// Runs in worker threads.
import { writeSheet } from '@reelay/subtitles/formats'
import { writeTable } from '@reelay/pdf'
import { typefaceFor } from '@reelay/fonts'
import type { ListFormat } from '../../contract/lists.ts'
import { listLines, type ListOptions, type ListTable } from '../../rules/line-lists.ts'
import { parseLines } from './lines.ts'

export type ListToWrite = ListOptions & {
  lines: readonly string[]
  format: ListFormat
  title: string
  subtitle: string
  /** ISO 639-3, which the fonts depend on. */
  languages: { text: string; source: string }
}

export async function writeList({
  lines,
  ...options
}: ListToWrite): Promise<{ bytes: Uint8Array }> {
  const table = listLines(parseLines(lines), options)
  return { bytes: options.format === 'pdf' ? await toPdf(table, options) : toSheet(table, options) }
}

const toSheet = ({ columns, rows }: ListTable, { list }: Pick<ListToWrite, 'list'>) =>
  writeSheet([columns.map(({ title }) => title), ...rows], {
    name: list === 'dialogue' ? 'Dialogue list' : 'Spotting list',
    numbers: columns.flatMap(({ isNumber }, index) => (isNumber ? [index] : [])),
  })

const toPdf = (
  { columns, rows }: ListTable,
  { title, subtitle, languages }: Pick<ListToWrite, 'title' | 'subtitle' | 'languages'>,
) =>
  writeTable({
    title,
    subtitle,
    language: languages.text,
    columns: columns.map(({ title: heading, share, language, isNumber }) => ({
      title: heading,
      share,
      ...(language && { typeface: typefaceFor(languages[language], '') }),
      ...(isNumber && { align: 'end' as const }),
    })),
    rows,
  })
