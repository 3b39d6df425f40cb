import type { Finding } from '../../subtitles/contract.ts'
import type { CheckResult } from '../contract.ts'

export type StoredCheckResult = Omit<CheckResult, 'errors' | 'warnings'>

export function presentCheckResult(result: StoredCheckResult): CheckResult {
  const count = (severity: Finding['severity']) =>
    result.findings.filter((finding) => finding.severity === severity).length
  return { ...result, errors: count('error'), warnings: count('warning') }
}
