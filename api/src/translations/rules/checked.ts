import type { Finding } from '../../subtitles/contract.ts'
import type { Checks } from '../contract.ts'

export type Checked = Omit<Checks, 'errors' | 'warnings'>

export function presentChecked(checked: Checked): Checks {
  const count = (severity: Finding['severity']) =>
    checked.findings.filter((finding) => finding.severity === severity).length
  return { ...checked, errors: count('error'), warnings: count('warning') }
}
