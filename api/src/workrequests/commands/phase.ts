import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { phaseErrors } from '../rules/phase.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

export function requireOpenPhase(
  request: Pick<StoredWorkRequest, 'asset' | 'dng' | 'studio' | 'uses'>,
  by: Caller,
) {
  const errors = phaseErrors(request, callerIn(by, request.studio))
  if (errors.length) throw forbidden('phase.closed', `${errors[0]!.message}.`, errors)
}
