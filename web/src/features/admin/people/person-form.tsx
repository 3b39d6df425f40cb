import type { ReactNode } from 'react'
import { TextInput } from '@mantine/core'
import { access, type users } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGroups, useStudios } from '../../shared/lookups.ts'
import { useTerritoryIds } from './territory-ids.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { CheckboxGroup, Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { mayAddToGroup } from './grants.ts'
import type { Granter } from './granter.ts'
import { PermissionsTable } from './permissions-table.tsx'
import styles from './people.module.css'

export type PersonDraft = {
  emailNormal: string
  name: string
  roles: access.Role[]
  permissions: access.Permission[]
  studios: string[]
  groups: string[]
  territory: string | null
  hasEnforced2fa: boolean
}

export const NEW_PERSON: PersonDraft = {
  emailNormal: '',
  name: '',
  roles: [],
  permissions: [],
  studios: [],
  groups: [],
  territory: null,
  hasEnforced2fa: false,
}

export const toPersonDraft = ({
  emailNormal,
  name,
  roles,
  permissions,
  studios,
  groups,
  territory,
  hasEnforced2fa,
}: users.User): PersonDraft => ({
  emailNormal,
  name,
  roles,
  permissions,
  studios,
  groups: groups.map(({ _id }) => _id),
  territory: territory?._id ?? null,
  hasEnforced2fa,
})

type Props = {
  label: string
  giver: Granter
  before: PersonDraft
  /** Two-factor authentication cannot be required before registration. */
  isNew?: boolean
  save?: string
  /** Why the person cannot be edited. */
  refused?: string | undefined
  error: Error | null
  isSaving: boolean
  onSave: (draft: PersonDraft, saved: () => void) => void
  aside?: ReactNode
}

/** Shows the resulting permissions next to the form while editing. */
export function PersonForm({
  label,
  giver,
  before,
  isNew = false,
  save,
  refused,
  error,
  isSaving,
  onSave,
  aside,
}: Props) {
  const { t } = useTranslation(['people', 'trade'])
  const [draft, write, meanwhile, saved] = useDraft(before)
  const fault = fieldErrorsOf(error)
  const placeless =
    isNew &&
    !giver.roles.includes('admin') &&
    draft.studios.length === 0 &&
    draft.groups.length === 0
  const missing =
    refused ??
    (draft.roles.length === 0 && isNew
      ? t('needsRole')
      : placeless
        ? t('needsStudioOrGroup')
        : undefined)
  return (
    <div className={styles.sides}>
      <Card>
        <Form
          label={label}
          error={error}
          isSaving={isSaving}
          concurrentChange={meanwhile}
          disabledReason={missing}
          {...(save && { saveLabel: save })}
          extraActions={aside}
          onSave={() => onSave(draft, saved)}
        >
          <fieldset className={styles.all} disabled={refused !== undefined} aria-label={label}>
            <FieldRow>
              <TextInput
                label={t('name')}
                required
                maxLength={300}
                dir="auto"
                autoComplete="off"
                value={draft.name}
                error={fault('/name')}
                onChange={({ currentTarget }) => write({ name: currentTarget.value })}
              />
              <TextInput
                label={t('email')}
                required
                type="email"
                maxLength={254}
                dir="ltr"
                autoComplete="off"
                value={draft.emailNormal}
                error={fault('/emailNormal')}
                description={isNew ? t('emailHint') : t('emailChangeHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                onChange={({ currentTarget }) => write({ emailNormal: currentTarget.value })}
              />
            </FieldRow>
            <RoleCheckboxes
              giver={giver}
              before={before}
              draft={draft}
              error={fault('/roles')}
              write={write}
            />
            <StudiosAndGroups
              giver={giver}
              before={before}
              draft={draft}
              fault={fault}
              write={write}
            />
            <PermissionCheckboxes
              giver={giver}
              before={before}
              draft={draft}
              error={fault('/permissions')}
              write={write}
            />
            {!isNew && (
              <Checkbox
                name={t('requireTwoFactor')}
                note={t('requireTwoFactorHint')}
                isOn={draft.hasEnforced2fa}
                onChange={(hasEnforced2fa) => write({ hasEnforced2fa })}
              />
            )}
          </fieldset>
        </Form>
      </Card>
      <PermissionsTable roles={draft.roles} permissions={draft.permissions} />
    </div>
  )
}

type SelectionProps = {
  giver: Granter
  before: PersonDraft
  draft: PersonDraft
  error?: string | undefined
  write: (change: Partial<PersonDraft>) => void
}

function RoleCheckboxes({ giver, before, draft, error, write }: SelectionProps) {
  const { t } = useTranslation(['people', 'trade'])
  // Existing grants can always be kept.
  const beyond = access.missingForGrant(giver, {
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
        refused: beyond.includes(role) ? t('cannotAssignRole') : undefined,
      }))}
    />
  )
}

function PermissionCheckboxes({ giver, before, draft, error, write }: SelectionProps) {
  const { t } = useTranslation('people')
  const beyond = access.missingForGrant(giver, {
    permissions: access.PERMISSIONS.filter((right) => !before.permissions.includes(right)),
  })
  const comes = access.permissionsOf(draft.roles, [])
  const noteOf = (right: access.Permission) =>
    comes.has(right)
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
          refused: beyond.includes(right) ? t('cannotGrantRight') : undefined,
        }))}
      />
    </details>
  )
}

function StudiosAndGroups({
  giver,
  before,
  draft,
  fault,
  write,
}: Omit<SelectionProps, 'error'> & { fault: (pointer: string) => string | undefined }) {
  const { t } = useTranslation('people')
  const [studios, groups, territories] = [useStudios(), useGroups(), useTerritoryIds()]
  const beyond = access.missingForGrant(giver, {
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
            refused: beyond.includes(value),
          }))}
          selected={draft.studios}
          error={fault('/studios')}
          onChange={(chosen) => write({ studios: chosen })}
        />
        <MultiSelect
          label={t('groups')}
          note={t('groupsHint')}
          options={groups.records.map((group) => ({
            value: group._id,
            name: group.name,
            refused: !mayAddToGroup(giver, group),
          }))}
          selected={draft.groups}
          error={fault('/groups')}
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
