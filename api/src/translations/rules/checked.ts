import type { StoredLine } from '../../lines/rules/line.ts'
import type { Finding } from '../../subtitles/contract.ts'
import type { Checks } from '../contract.ts'

/** `remarks` are what the checks had to say when it was last handed in. */
export type Checked = { profile: string; revision: number; lines: StoredLine[]; findings: Finding[]; remarks: Finding[] }

export function presentChecked({ profile, revision, lines, findings, remarks }: Checked): Checks {
  const count = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length
  return { profile, revision, errors: count('error'), warnings: count('warning'), findings: findings.map((finding) => Object.assign({ _id: lines[finding.line - 1]!._id }, finding)), remarks }
}
