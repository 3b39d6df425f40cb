import type { lines } from '@reelay/api/contract'
import type { FormatName } from '@reelay/subtitles/formats'
import { CliError } from '../../output/exit-codes.ts'

type ListInput = { list: lines.LineList; file: string; format?: FormatName | undefined }

/** The query of a list. A file name that does not end in .xlsx gets a PDF. */
export function listQuery({ list, file, format }: ListInput) {
  if (format !== undefined && format !== 'xlsx')
    throw new CliError(
      'usage',
      'A list is a PDF or an XLSX file: name the file so, without --format.',
    )
  const isSheet = format === 'xlsx' || file.toLowerCase().endsWith('.xlsx')
  return { list, format: isSheet ? ('xlsx' as const) : ('pdf' as const) }
}
