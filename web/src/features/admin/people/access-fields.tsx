// The fields of a person's roles, permissions, studios and groups. Options that the granter may not
// grant are disabled.
import { access } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import type { FieldErrors } from '../../../ui/fields/field-errors.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useGroups, useStudios } from '../../shared/lookups.ts'
import type { Granter } from './granter.ts'
import { mayAddToGroup } from './grants.ts'
import type { PersonDraft } from './person-draft.ts'
import { useTerritoryIds } from './territory-ids.ts'
import styles from './people.module.css'

type Props = {
  granter: Granter
  before: PersonDraft
  draft: PersonDraft
  error?: string | undefined
  write: (change: Partial<PersonDraft>) => void
}

export function RoleCheckboxes({ granter, before, draft, error, write }: Props) {
  const { t } = useTranslation(['people', 'trade'])
  // Existing grants can always be kept.
  const notGrantable = access.missingForGrant(granter, {
    roles: access.ROLES.filter((role) => !before.roles.includes(role)),
  })
  return (
    <CheckboxGroup
      legend={t('roleTitle')}
      note={t('rolesHint')}
      columns={2}
      error={error}
      selected={draft.roles}
      onChange={(roles) => write({ roles: roles as access.Role[] })}
      options={access.ROLES.map((role) => ({
        value: role,
        name: t(`trade:role.${role}`),
        note: t(`roleHint.${role}`),
        disabledReason: notGrantable.includes(role) ? t('cannotAssignRole') : undefined,
      }))}
    />
  )
}

export function PermissionCheckboxes({ granter, before, draft, error, write }: Props) {
  const { t } = useTranslation('people')
  const notGrantable = access.missingForGrant(granter, {
    permissions: access.PERMISSIONS.filter((right) => !before.permissions.includes(right)),
  })
  const fromRoles = access.permissionsOf(draft.roles, [])
  const noteOf = (right: access.Permission) =>
    fromRoles.has(right)
      ? `${t(`right.${right}.note`)} · ${t('includedInRole')}`
      : t(`right.${right}.note`)
  return (
    <details className={styles.fold} open={before.permissions.length > 0}>
      <summary>
        {draft.permissions.length
          ? t('extraSelected', { count: draft.permissions.length })
          : t('extra')}
      </summary>
      <CheckboxGroup
        legend={t('extra')}
        note={t('extraHint')}
        columns={2}
        error={error}
        selected={draft.permissions}
        onChange={(permissions) => write({ permissions: permissions as access.Permission[] })}
        options={access.PERMISSIONS.map((right) => ({
          value: right,
          name: t(`right.${right}.name`),
          note: noteOf(right),
          disabledReason: notGrantable.includes(right) ? t('cannotGrantRight') : undefined,
        }))}
      />
    </details>
  )
}

export function StudiosAndGroups({
  granter,
  before,
  draft,
  fieldError,
  write,
}: Omit<Props, 'error'> & { fieldError: FieldErrors }) {
  const { t } = useTranslation('people')
  const [studios, groups, territories] = [useStudios(), useGroups(), useTerritoryIds()]
  const notGrantable = access.missingForGrant(granter, {
    studios: studios.records.map(({ _id }) => _id).filter((id) => !before.studios.includes(id)),
  })
  return (
    <>
      <FieldRow>
        <MultiSelect
          label={t('studios')}
          note={t('studiosHint')}
          options={studios.options.map(({ value, name }) => ({
            value,
            name,
            isDisabled: notGrantable.includes(value),
          }))}
          selected={draft.studios}
          error={fieldError('/studios')}
          onChange={(chosen) => write({ studios: chosen })}
        />
        <MultiSelect
          label={t('groups')}
          note={t('groupsHint')}
          options={groups.records.map((group) => ({
            value: group._id,
            name: group.name,
            isDisabled: !mayAddToGroup(granter, group),
          }))}
          selected={draft.groups}
          error={fieldError('/groups')}
          onChange={(chosen) => write({ groups: chosen })}
        />
      </FieldRow>
      <div className={styles.half}>
        <Select
          label={t('territory')}
          anyLabel={t('noTerritory')}
          value={draft.territory ?? undefined}
          options={territories}
          onChange={(territory) => write({ territory: territory ?? null })}
        />
      </div>
    </>
  )
}
