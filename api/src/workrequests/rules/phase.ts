// The asset's phase says who may order, and what.
import { mayOrder } from '../../assets/rules.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { WorkRequest } from '../contract.ts'

/** Which of an asset's usages a use stands for; any one of them opens it. */
export const USAGES_BY_USE: Record<string, readonly string[]> = {
  Broadcast: ['broadcast'],
  Online: ['online'],
  Streamingfile: ['online'],
  Dcp: ['dcp', 'dcp4k', 'dcp3d'],
  Theatrical: [
    'dcp',
    'dcp4k',
    'dcp3d',
    'film35',
    'film70',
    'imax',
    'imax3d',
    'atmos',
    'atmos2d',
    'atmos3d',
    'dolbyVision2d',
    'dolbyVision3d',
  ],
  Print: [],
}

type Ordered = Pick<WorkRequest, 'dng' | 'uses'> & { asset: Pick<WorkRequest['asset'], 'workflow'> }
export type Closed = { pointer: string; message: string }

export function phaseErrors(
  { asset, dng, uses }: Ordered,
  by: Pick<Caller, '_id' | 'groups' | 'roles' | 'permissions'>,
): Closed[] {
  const phase = asset.workflow.definition.phases[asset.workflow.phase]
  const may = (value: string) => mayOrder(phase, by, value)
  return [
    ...Object.entries(dng).flatMap(([part, choices]) =>
      choices
        .filter((choice) => !may(`${part}_${choice}`))
        .map((choice) => ({
          pointer: `/dng/${part}`,
          message: `${choice} cannot be ordered by you in phase ${asset.workflow.phase}`,
        })),
    ),
    ...uses.items
      .filter(
        (use) =>
          USAGES_BY_USE[use]?.length && !USAGES_BY_USE[use].some((usage) => may(`usage_${usage}`)),
      )
      .map((use) => ({
        pointer: '/uses/items',
        message: `${use} cannot be ordered by you in phase ${asset.workflow.phase}`,
      })),
  ]
}
