// Runs in worker threads.
import type { CheckOptions } from '@reelay/subtitles/checks'
import { jpegSize, writeTable, type Picture } from '@reelay/pdf'
import { typefaceFor } from '@reelay/fonts'
import type { StoryboardCell } from '@reelay/media/types'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import type { Clock } from '../../../lines/rules/line-lists.ts'
import type { ReportFormat } from '../../contract/check-report.ts'
import { buildReport, type FilmStills, type Report } from '../../rules/check-report.ts'
import { writeReportPage } from '../../rules/report-page.ts'
import { findingsOf } from './checks.ts'

type ReportInput = {
  lines: readonly string[]
  options: CheckOptions
  format: ReportFormat
  stills: FilmStills | undefined
  clock: Clock
  title: string
  revision: number
}

export async function writeReport({
  lines,
  format,
  ...input
}: ReportInput): Promise<{ bytes: Uint8Array }> {
  const findings = findingsOf({ lines, options: input.options })
  const report = buildReport({ ...input, findings, lines: parseLines(lines) })
  const sheets = input.stills?.sheets ?? []
  if (format === 'pdf') return { bytes: await toPdf(report, sheets) }
  const urls = sheets.map(
    (sheet) => `data:image/jpeg;base64,${Buffer.from(sheet).toString('base64')}`,
  )
  return { bytes: new TextEncoder().encode(writeReportPage(report, urls)) }
}

function toPdf(
  { title, summary, language, rows }: Report,
  sheets: readonly Uint8Array[],
): Promise<Uint8Array> {
  const images = sheets.map((jpeg) => ({ jpeg, ...jpegSize(jpeg) }))
  const cropOf = (cell: StoryboardCell | undefined): Picture | '' => {
    const image = cell && images[cell.sheet]
    return image ? { image, crop: cell } : ''
  }
  const hasStills = images.length > 0
  return writeTable({
    title,
    subtitle: summary,
    language: 'en',
    columns: [
      { title: 'Line', share: 5, align: 'end' },
      { title: 'Time', share: 11 },
      ...(hasStills ? [{ title: 'Still', share: 17 }] : []),
      { title: 'Severity', share: 8 },
      { title: 'Rule', share: 14 },
      { title: 'Finding', share: 27 },
      { title: 'Text', share: 27, typeface: typefaceFor(language, '') },
    ],
    rows: rows.map(({ line, times, severity, rule, message, text, still }) => [
      String(line),
      times.join('\n'),
      ...(hasStills ? [cropOf(still)] : []),
      severity,
      rule,
      message,
      text,
    ]),
  })
}
