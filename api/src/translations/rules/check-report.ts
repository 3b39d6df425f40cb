// What a QC report says: the findings with the lines that they are about.
import { formatSmpte, msToFrame, plainText } from '@reelay/subtitles'
import { RULES, type CheckOptions, type Finding } from '@reelay/subtitles/checks'
import type { Clock } from '../../lines/rules/line-lists.ts'
import type { StoredLine } from '../../lines/rules/line.ts'
import type { StoryboardCell } from '@reelay/media/types'

/** Small pictures of a film on sprite sheets. */
export type FilmStills = { cells: StoryboardCell[]; sheets: Uint8Array[] }

/** A report is read by a person. More findings than this are a problem of their own. */
const MAX_FINDINGS = 2000

export type ReportRow = {
  line: number
  times: readonly [start: string, stop: string]
  severity: Finding['severity']
  rule: string
  title: string
  message: string
  text: string
  still: StoryboardCell | undefined
}
export type Report = { title: string; language: string; summary: string; rows: ReportRow[] }

export function buildReport({
  lines,
  findings,
  options: { language, profile },
  stills,
  clock,
  title,
  revision,
}: {
  lines: readonly StoredLine[]
  findings: readonly Finding[]
  options: Pick<CheckOptions, 'language' | 'profile'>
  stills: FilmStills | undefined
  clock: Clock
  title: string
  revision: number
}): Report {
  const count = (severity: string) =>
    findings.filter((finding) => finding.severity === severity).length
  const omitted = findings.length - MAX_FINDINGS
  const timecode = (time: number) =>
    formatSmpte(clock.firstFrame + msToFrame(time, clock.rate), clock)
  return {
    title: `QC report: ${title}`,
    language,
    summary: [
      languageName(language),
      profile.title,
      `revision ${revision}`,
      `${lines.length} lines`,
      `${count('error')} errors`,
      `${count('warning')} warnings`,
      ...(omitted > 0 ? [`the last ${omitted} findings are left out`] : []),
      ...(stills ? [] : ['no stills of the film are available']),
    ].join(' · '),
    rows: findings.slice(0, MAX_FINDINGS).map(({ line, rule, severity, message }) => {
      const { start, stop, text } = lines[line - 1]!
      return {
        line,
        times: [timecode(start), timecode(stop)],
        severity,
        rule,
        title: TITLES.get(rule) ?? rule,
        message: `Line ${line} ${message}.`,
        text: plainText(text),
        still: stills && stillAt(stills.cells, start / 1000),
      }
    }),
  }
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
const languageName = (code: string) => (/^[a-z]{2,3}$/.test(code) ? languages.of(code)! : code)

const TITLES = new Map<string, string>(RULES.map(({ id, title }) => [id, title]))

/** The last picture of the storyboard that starts before this time. */
const stillAt = (cells: readonly StoryboardCell[], seconds: number): StoryboardCell | undefined =>
  cells.findLast(({ start }) => start <= seconds) ?? cells[0]
