import type { Finding } from '../../subtitles/contract.ts'
import type { CheckResult } from '../contract.ts'

export type StoredCheckResult = Omit<CheckResult, 'errors' | 'warnings'>

export function presentCheckResult(checked: StoredCheckResult): CheckResult {
  const count = (severity: Finding['severity']) =>
    checked.findings.filter((finding) => finding.severity === severity).length
  return { ...checked, errors: count('error'), warnings: count('warning') }
}
