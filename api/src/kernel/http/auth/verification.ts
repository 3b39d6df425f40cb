import type { Caller } from '../contract/caller.ts'
import { forbidden } from '../contract/problem.ts'

/** How long a proof of identity counts. */
export const VERIFICATION_MINUTES = 10

/** A stolen token alone must not be enough to change how its owner signs in. */
export function requireVerification({ recentlyVerified }: Pick<Caller, 'recentlyVerified'>) {
  if (!recentlyVerified)
    throw forbidden(
      'session.verification-required',
      'Confirm your password or passkey with POST /session/verification, then repeat this call.',
    )
}
