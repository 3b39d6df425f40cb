import { errorFinding, type DoctorFinding } from '../finding.ts'

/** One check. It may report several findings. */
export type HealthCheck = () => Promise<DoctorFinding[]>

/** Runs all checks. A check that throws becomes a finding and does not stop the others. */
export async function runChecks(checks: Record<string, HealthCheck>): Promise<DoctorFinding[]> {
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        return await check()
      } catch (error) {
        return [
          errorFinding(
            name,
            `The check failed: ${(error as Error).message}`,
            'Find out why the check failed, then run it again.',
          ),
        ]
      }
    }),
  )
  return findings.flat()
}
