import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { phaseErrors } from '../rules/phase.ts'

export function requireOpenPhase(
  order: Parameters<typeof phaseErrors>[0] & { studio: string },
  by: Caller,
) {
  const errors = phaseErrors(order, callerIn(by, order.studio))
  if (errors.length) throw forbidden('phase.order-forbidden', `${errors[0]!.message}.`, errors)
}
