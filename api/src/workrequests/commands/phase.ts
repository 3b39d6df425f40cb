import type { Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { phaseErrors } from '../rules/phase.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

export function requireOpenPhase(
  request: Pick<StoredWorkRequest, 'asset' | 'dng' | 'uses'>,
  by: Caller,
) {
  const errors = phaseErrors(request, by)
  if (errors.length) throw forbidden('phase.closed', `${errors[0]!.message}.`, errors)
}
