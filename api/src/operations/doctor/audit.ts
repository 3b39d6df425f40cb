import { findShippingState } from '../../kernel/audit/ship.ts'
import { secondsUnsealed, verifyAudit } from '../../kernel/audit/verify.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { describeVerification } from '../audit/findings.ts'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'

const MAX_UNSEALED_SECONDS = 300

export async function checkAudit(db: Db): Promise<DoctorFinding[]> {
  const findings = describeVerification(await verifyAudit(db))
  const seconds = await secondsUnsealed(db)
  if (seconds <= MAX_UNSEALED_SECONDS) return findings
  return [
    ...findings,
    warningFinding(
      'audit',
      `The oldest entry without a seal is ${Math.round(seconds / 60)} minutes old.`,
      'Check that a service with ROLE all or worker is running, and its seal-audit job.',
    ),
  ]
}

export async function checkAuditShipping(
  db: Db,
  destination: string | undefined,
): Promise<DoctorFinding[]> {
  if (destination === undefined)
    return [
      warningFinding(
        'audit shipping',
        'The heads of the audit log stay in this database: its owner could rewrite everything.',
        'Set AUDIT_SHIP_URL: see docs/run/audit.md.',
      ),
    ]
  const state = await findShippingState(db, destination)
  if (!state)
    return [
      warningFinding(
        'audit shipping',
        'No head of the audit log has been shipped yet.',
        'Start the service, and run this again in two minutes.',
      ),
    ]
  const { failures, error, sinceDelivery, sinceFailure } = state
  if (failures > 0)
    return [
      errorFinding(
        'audit shipping',
        `Shipping has failed ${failures} times, for ${minutes(sinceFailure)}: ${error}`,
        'Check AUDIT_SHIP_URL and the place it names. Every run tries again.',
      ),
    ]
  const message = `The heads were shipped ${minutes(sinceDelivery)} ago.`
  return [
    sinceDelivery! > MAX_UNSEALED_SECONDS
      ? warningFinding(
          'audit shipping',
          message,
          'Check that a service with ROLE all or worker is running with this AUDIT_SHIP_URL.',
        )
      : okFinding('audit shipping', message),
  ]
}

const minutes = (seconds: number | null) => `${Math.round((seconds ?? 0) / 60)} minutes`
