// Run in worker threads. Lines are JSON texts.
import type { Cue } from '@reelay/subtitles'
import { type CheckOptions, type Finding, check } from '@reelay/subtitles/checks'
import { applyFixes } from '@reelay/subtitles/fixes'
import { jsonOutput } from '../../../kernel/compute/json-output.ts'
import { encodeDrafts } from '../../../lines/commands/tasks/drafts.ts'
import { parseLines } from '../../../lines/commands/tasks/lines.ts'
import { toCue, type LineDraft, type StoredLine } from '../../../lines/rules/line.ts'
import type { RuleId } from '../../../subtitles/contract.ts'
import { presentCheckResult, type StoredCheckResult } from '../../rules/present-checks.ts'

type CheckInput = { lines: readonly string[]; options: CheckOptions }

/** The reply of a check. */
export const checkLines = ({
  about,
  ...input
}: CheckInput & { about: Omit<StoredCheckResult, 'findings'> }) =>
  jsonOutput(presentCheckResult({ ...about, findings: findingsOf(input) }))

type LineFinding = Finding & { _id: string }
/** `errorCount` counts all errors. The lists may have fewer. */
export type SubmissionFindings = {
  errorCount: number
  errors: LineFinding[]
  findings: LineFinding[]
}

export function checkSubmission(input: CheckInput): SubmissionFindings {
  const findings = findingsOf(input)
  const errors = findings.filter(({ severity }) => severity === 'error')
  return {
    errorCount: errors.length,
    errors: errors.slice(0, 100),
    findings: findings.slice(0, 500),
  }
}

export function findingsOf({ lines: texts, options }: CheckInput): LineFinding[] {
  const lines = parseLines(texts)
  return check(lines.map(toCue), options).map((finding) =>
    Object.assign({ _id: lines[finding.line - 1]!._id }, finding),
  )
}

const MAX_ROUNDS = 5

/** Applies safe fixes in several rounds, because one fix may make room for another. */
export function fixLines({
  lines: texts,
  options,
  rules,
  lineIds,
}: CheckInput & { rules: RuleId[] | undefined; lineIds: string[] | undefined }) {
  const lines = parseLines(texts)
  const [lineFilter, ruleFilter] = [lineIds && new Set(lineIds), rules && new Set(rules)]
  let cues: readonly Cue[] = lines.map(toCue)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const findings = check(cues, options).filter(
      ({ rule, line, fix }) =>
        fix &&
        (!ruleFilter || ruleFilter.has(rule)) &&
        (!lineFilter || lineFilter.has(lines[line - 1]!._id)),
    )
    if (!findings.length) break
    cues = applyFixes(cues, findings)
  }
  return encodeDrafts(lines.flatMap((line, index) => changedDraft(line, cues[index]!)))
}

const changedDraft = (line: StoredLine, { text, start, stop }: Cue): LineDraft[] =>
  line.text === text && line.start === start && line.stop === stop
    ? []
    : [{ ...line, text, start, stop }]
