import type { Caller } from '../../kernel/caller.ts'
import { forbidden } from '../../kernel/problem.ts'
import { closedInPhase } from '../rules/phase.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

export function refuseClosedPhase(
  request: Pick<StoredWorkRequest, 'asset' | 'dng' | 'uses'>,
  by: Caller,
) {
  const errors = closedInPhase(request, by)
  if (errors.length) throw forbidden('phase.closed', `${errors[0]!.message}.`, errors)
}
