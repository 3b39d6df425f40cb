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
import { managedBy, type Granter } from './granter.ts'
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

/** For a person with one studio, or none yet. */
export function AccessFields({
  fieldError,
  ...props
}: Omit<Props, 'error'> & { fieldError: FieldErrors }) {
  return (
    <>
      <RoleCheckboxes {...props} error={fieldError('/roles')} />
      <StudiosAndGroups {...props} fieldError={fieldError} />
      <PermissionCheckboxes {...props} error={fieldError('/permissions')} />
    </>
  )
}

function RoleCheckboxes({ granter, before, draft, error, write }: Props) {
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

function PermissionCheckboxes({ granter, before, draft, error, write }: Props) {
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

function StudiosAndGroups({
  granter,
  before,
  draft,
  fieldError,
  write,
}: Omit<Props, 'error'> & { fieldError: FieldErrors }) {
  const { t } = useTranslation('people')
  const [studios, territories] = [useStudios(), useTerritoryIds()]
  const isGrantable = (studio: string) =>
    granter.isAdmin || before.studios.includes(studio) || managedBy(granter).includes(studio)
  return (
    <>
      <FieldRow>
        <MultiSelect
          label={t('studios')}
          note={t('studiosHint')}
          options={studios.options.map(({ value, name }) => ({
            value,
            name,
            isDisabled: !isGrantable(value),
          }))}
          selected={draft.studios}
          error={fieldError('/studios')}
          onChange={(chosen) => write({ studios: chosen })}
        />
        <GroupsField
          granter={granter}
          selected={draft.groups}
          error={fieldError('/groups')}
          onChange={(groups) => write({ groups })}
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

export function GroupsField({
  granter,
  selected,
  error,
  onChange,
}: {
  granter: Granter
  selected: string[]
  error: string | undefined
  onChange: (groups: string[]) => void
}) {
  const { t } = useTranslation('people')
  const groups = useGroups()
  return (
    <MultiSelect
      label={t('groups')}
      note={t('groupsHint')}
      options={groups.records.map((group) => ({
        value: group._id,
        name: group.name,
        isDisabled: !mayAddToGroup(granter, group),
      }))}
      selected={selected}
      error={error}
      onChange={onChange}
    />
  )
}
