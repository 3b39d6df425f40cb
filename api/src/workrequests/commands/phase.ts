import { mayOrder } from '../../assets/rules.ts'
import type { Caller } from '../../kernel/caller.ts'
import { forbidden, type Fault } from '../../kernel/problem.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

/** Which of an asset's usages a use stands for; any one of them opens it. */
const USAGES_OF: Record<string, readonly string[]> = {
  Broadcast: ['broadcast'], Online: ['online'], Streamingfile: ['online'], Dcp: ['dcp', 'dcp4k', 'dcp3d'],
  Theatrical: ['dcp', 'dcp4k', 'dcp3d', 'film35', 'film70', 'imax', 'imax3d', 'atmos', 'atmos2d', 'atmos3d', 'dolbyVision2d', 'dolbyVision3d'], Print: [],
}

/** The asset's phase says who may order, and what. */
export function refuseClosedPhase({ asset, dng, uses }: Pick<StoredWorkRequest, 'asset' | 'dng' | 'uses'>, by: Caller) {
  const phase = asset.workflow.definition.phases[asset.workflow.phase]
  const may = (value: string) => mayOrder(phase, by, value)
  const errors: Fault[] = [
    ...Object.entries(dng).flatMap(([part, choices]) => choices.filter((choice) => !may(`${part}_${choice}`)).map((choice) => ({ pointer: `/dng/${part}`, message: `${choice} cannot be ordered by you in phase ${asset.workflow.phase}` }))),
    ...uses.items.filter((use) => USAGES_OF[use]?.length && !USAGES_OF[use].some((usage) => may(`usage_${usage}`))).map((use) => ({ pointer: '/uses/items', message: `${use} cannot be ordered by you in phase ${asset.workflow.phase}` })),
  ]
  if (errors.length) throw forbidden('phase.closed', `${errors[0]!.message}.`, errors)
}
