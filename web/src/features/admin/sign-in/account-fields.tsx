import { TextInput } from '@mantine/core'
import { access, caller, sso } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useGranter } from '../people/granter.ts'
import { useGroups } from '../../shared/lookups.ts'
import { Checkbox, CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { MappingRows } from './mapping-rows.tsx'
import { useProviderChange } from './use-provider-change.ts'
import styles from './sign-in.module.css'

type RoleList = sso.IdentityProvider['defaultRoles']

/** Which accounts a provider creates, and the roles and groups that its claims give. */
export function AccountFields({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation(['sso', 'trade', 'people'])
  const { save, error, isSaving } = useProviderChange(provider)
  const { createsAccounts, defaultRoles, rolesClaim, roleMap, groupsClaim, groupMap } = provider
  const [draft, write, concurrentChange, saved] = useDraft({
    createsAccounts,
    defaultRoles,
    rolesClaim,
    roleMap,
    groupsClaim,
    groupMap,
  })
  const fieldError = fieldErrorsOf(error)
  const roles = useRoleOptions(provider.studio)
  const groups = useOwnGroups(provider.studio)
  return (
    <Form
      label={t('sso:accounts.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save(draft, saved)}
    >
      <Checkbox
        name={t('sso:accounts.create')}
        note={t('sso:accounts.createHint')}
        isOn={draft.createsAccounts}
        onChange={(isOn) => write({ createsAccounts: isOn })}
      />
      <CheckboxGroup
        legend={t('sso:accounts.defaultRoles')}
        note={t('sso:accounts.defaultRolesHint')}
        columns={2}
        options={roles}
        selected={draft.defaultRoles}
        error={fieldError('/defaultRoles')}
        onChange={(chosen) => write({ defaultRoles: chosen as RoleList })}
      />
      <ClaimField
        label={t('sso:accounts.rolesClaim')}
        value={draft.rolesClaim}
        error={fieldError('/rolesClaim')}
        onChange={(claim) => write({ rolesClaim: claim })}
      />
      {draft.rolesClaim !== null && (
        <MappingRows
          label={t('sso:accounts.roleMap')}
          note={t('sso:accounts.roleMapHint')}
          rows={draft.roleMap}
          error={fieldError('/roleMap')}
          newRow={(value) => ({ value, roles: [] as RoleList })}
          onChange={(rows) => write({ roleMap: rows })}
        >
          {(row, change) => (
            <MultiSelect
              label={t('sso:accounts.rolesOf', { value: row.value })}
              options={roles.map(({ value, name, disabledReason }) => ({
                value,
                name,
                isDisabled: disabledReason !== undefined,
              }))}
              selected={row.roles}
              onChange={(chosen) => change({ ...row, roles: chosen as RoleList })}
            />
          )}
        </MappingRows>
      )}
      <ClaimField
        label={t('sso:accounts.groupsClaim')}
        value={draft.groupsClaim}
        error={fieldError('/groupsClaim')}
        onChange={(claim) => write({ groupsClaim: claim })}
      />
      {draft.groupsClaim !== null && groups.length === 0 && (
        <p className={styles.note}>{t('sso:accounts.noGroups')}</p>
      )}
      {draft.groupsClaim !== null && groups[0] && (
        <MappingRows
          label={t('sso:accounts.groupMap')}
          note={t('sso:accounts.groupMapHint')}
          rows={draft.groupMap}
          error={fieldError('/groupMap')}
          newRow={(value) => ({ value, group: groups[0]!.value })}
          onChange={(rows) => write({ groupMap: rows })}
        >
          {(row, change) => (
            <Select
              label={t('sso:accounts.groupOf', { value: row.value })}
              options={groups}
              value={row.group}
              onChange={(group) => change({ ...row, group: group ?? row.group })}
            />
          )}
        </MappingRows>
      )}
    </Form>
  )
}

/** Empty: the claim is not read. */
function ClaimField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string | null
  error: string | undefined
  onChange: (claim: string | null) => void
}) {
  const { t } = useTranslation('sso')
  return (
    <TextInput
      label={label}
      description={t('accounts.claimHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={200}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}

/** Managers cannot give roles that they do not have in the studio. */
function useRoleOptions(studio: string) {
  const { t } = useTranslation(['people', 'trade'])
  const granter = useGranter()
  const missing = granter
    ? access.missingForGrant(caller.callerIn(granter, studio), { roles: sso.MAPPED_ROLES })
    : sso.MAPPED_ROLES
  return sso.MAPPED_ROLES.map((role) => ({
    value: role,
    name: t(`trade:role.${role}`),
    disabledReason: missing.includes(role) ? t('people:cannotAssignRole') : undefined,
  }))
}

/** A group of several studios would give access to the others too. */
const useOwnGroups = (studio: string) =>
  useGroups()
    .records.filter(
      ({ studios, type }) => studios.length === 1 && studios[0] === studio && type !== 'a',
    )
    .map(({ _id, name }) => ({ value: _id, name }))
