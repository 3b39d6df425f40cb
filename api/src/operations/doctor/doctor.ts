import { fault, type DoctorFinding } from '../finding.ts'

/** A look at one thing, which may find several. */
export type HealthCheck = () => Promise<DoctorFinding[]>

/**
 * Every look is taken: one that cannot be is a finding too, and keeps none of the others from being
 * taken.
 */
export async function runChecks(looks: Record<string, HealthCheck>): Promise<DoctorFinding[]> {
  const findings = await Promise.all(
    Object.entries(looks).map(async ([check, look]) => {
      try {
        return await look()
      } catch (error) {
        return [
          fault(
            check,
            `It cannot be looked at: ${(error as Error).message}`,
            'Find out why. What cannot be looked at cannot be relied on.',
          ),
        ]
      }
    }),
  )
  return findings.flat()
}
