import type { BrokenEntry, AuditVerification } from '../../kernel/audit/verify.ts'
import { errorFinding, okFinding, type DoctorFinding } from '../finding.ts'

/** One finding per broken chain, or that everything is intact. */
export function describeVerification({
  chains,
  entries,
  broken,
}: AuditVerification): DoctorFinding[] {
  if (broken.length === 0)
    return [okFinding('audit', `${chains.length} chains over ${entries} entries are intact.`)]
  return broken.map((entry) =>
    errorFinding(
      'audit',
      describeBroken(entry),
      'Do not change this database. Compare it with an earlier backup and with the shipped heads.',
    ),
  )
}

function describeBroken({ chain, position, problem, entry, at }: BrokenEntry): string {
  const name = `Entry ${position === null ? entry : `${position}${entry ? ` (${entry})` : ''}`}`
  const time = at === null ? '' : ` It message ${at}.`
  return `Chain ${chain}: ${name} ${PROBLEMS[problem]}${time}`
}

const PROBLEMS: Record<BrokenEntry['problem'], string> = {
  changed: 'is not what was sealed.',
  removed: 'was removed.',
  inserted: 'was inserted later.',
  truncated: 'and all later ones were removed: a head that was shipped contains them.',
  rewritten: 'or a later one was rewritten: a head that was shipped has another hash.',
}
