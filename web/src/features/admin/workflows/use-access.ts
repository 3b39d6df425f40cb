import { type workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups } from '../../shared/lookups.ts'
import { usePeopleNames } from '../../shared/people.ts'
import { useOrderable } from './use-orderable.ts'

/** Describes who may order what in a phase: one line per group and one for all people. */
export function useAccess(definition: workflows.Definition): (phase: workflows.Phase) => string[] {
  const { t } = useTranslation('workflows')
  const groups = useGroups()
  const nameOf = usePeopleNames([
    ...new Set(Object.values(definition.phases).flatMap(({ users }) => users)),
  ])
  const { wordOf } = useOrderable()
  return (phase) => {
    if (phase.groups.length === 0 && phase.users.length === 0) return [t('everyone')]
    const groupLines = phase.groups.map(({ id, dng, usages }) =>
      t('groupMay', {
        group: groups.nameOf(id),
        what: [...dng, ...usages].map(wordOf).join(', ') || t('everything'),
      }),
    )
    return [
      ...groupLines,
      ...(phase.users.length
        ? [t('peopleMay', { people: phase.users.map(nameOf).join(', ') })]
        : []),
    ]
  }
}

/** Describes the same in a few words, for the diagram. */
export function useAccessSummary(): (phase: workflows.Phase) => string {
  const { t } = useTranslation('workflows')
  return ({ groups, users }) =>
    [
      groups.length && t('groupCount', { count: groups.length }),
      users.length && t('personCount', { count: users.length }),
    ]
      .filter(Boolean)
      .join(', ') || t('everyoneShort')
}
