// The phase of the asset decides who may order what.
import { mayOrder } from '../../assets/rules.ts'
import type { StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { FieldError } from '../../kernel/http/contract/problem.ts'
import type { WorkRequest } from '../contract.ts'

/** The usages of an asset that allow a use. One of them is enough. */
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

type Order = Pick<WorkRequest, 'dng' | 'uses'> & Pick<WorkRequest['asset'], 'workflow'>

export function phaseErrors(
  { workflow, dng, uses }: Order,
  by: Pick<StudioCaller, '_id' | 'groups' | 'roles' | 'permissions'>,
): FieldError[] {
  const phase = workflow.definition.phases[workflow.phase]
  const may = (value: string) => mayOrder(phase, by, value)
  return [
    ...Object.entries(dng).flatMap(([part, choices]) =>
      choices
        .filter((choice) => !may(`${part}_${choice}`))
        .map((choice) => ({
          pointer: `/dng/${part}`,
          message: `You cannot order ${choice} in phase ${workflow.phase}`,
        })),
    ),
    ...uses.items
      .filter(
        (use) =>
          USAGES_BY_USE[use]?.length && !USAGES_BY_USE[use].some((usage) => may(`usage_${usage}`)),
      )
      .map((use) => ({
        pointer: '/uses/items',
        message: `You cannot order ${use} in phase ${workflow.phase}`,
      })),
  ]
}
