// The roles of a person who works for several studios, one group of fields for each studio.
import { Button } from '@mantine/core'
import { access, caller } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useStudios } from '../../shared/lookups.ts'
import { managedBy, type Granter } from './granter.ts'
import type { MembershipDraft } from './person-draft.ts'
import { useTerritoryIds } from './territory-ids.ts'
import styles from './people.module.css'

type Props = {
  granter: Granter
  memberships: MembershipDraft[]
  onChange: (memberships: MembershipDraft[]) => void
}

export function MembershipFields({ granter, memberships, onChange }: Props) {
  const { t } = useTranslation('people')
  const studios = useStudios()
  const managed = new Set(managedBy(granter))
  const isManaged = (studio: string) => granter.isAdmin || managed.has(studio)
  const addable = studios.options.filter(
    ({ value }) =>
      isManaged(value) && !memberships.some((membership) => membership.studio === value),
  )
  const replace = (changed: MembershipDraft) =>
    onChange(memberships.map((one) => (one.studio === changed.studio ? changed : one)))
  return (
    <div className={styles.memberships}>
      {memberships.map((membership) => (
        <OneMembership
          key={membership.studio}
          granter={granter}
          name={studios.nameOf(membership.studio)}
          membership={membership}
          isDisabled={!isManaged(membership.studio)}
          onChange={replace}
          onRemove={() => onChange(memberships.filter((one) => one !== membership))}
        />
      ))}
      {addable.length > 0 && (
        <div className={styles.half}>
          <Select
            label={t('addStudio')}
            anyLabel={t('selectStudio')}
            value={undefined}
            options={addable}
            onChange={(studio) =>
              studio &&
              onChange([...memberships, { studio, roles: [], permissions: [], territory: null }])
            }
          />
        </div>
      )}
    </div>
  )
}

type OneProps = {
  granter: Granter
  name: string
  membership: MembershipDraft
  isDisabled: boolean
  onChange: (membership: MembershipDraft) => void
  onRemove: () => void
}

function OneMembership({ granter, name, membership, isDisabled, onChange, onRemove }: OneProps) {
  const { t } = useTranslation(['people', 'trade', 'common'])
  const territories = useTerritoryIds()
  const roles = access.ROLES.filter((role) => role !== 'admin')
  const notGrantable = access.missingForGrant(caller.callerIn(granter, membership.studio), {
    roles,
    permissions: access.PERMISSIONS,
  })
  return (
    <fieldset className={styles.membership} disabled={isDisabled}>
      <legend dir="auto">{name}</legend>
      <FieldRow>
        <MultiSelect
          label={t('roleTitle')}
          options={roles.map((role) => ({
            value: role,
            name: t(`trade:role.${role}`),
            isDisabled: notGrantable.includes(role),
          }))}
          selected={membership.roles}
          onChange={(chosen) => onChange({ ...membership, roles: chosen as typeof roles })}
        />
        <MultiSelect
          label={t('extra')}
          options={access.PERMISSIONS.map((permission) => ({
            value: permission,
            name: t(`right.${permission}.name`),
            isDisabled: notGrantable.includes(permission),
          }))}
          selected={membership.permissions}
          onChange={(chosen) =>
            onChange({ ...membership, permissions: chosen as access.Permission[] })
          }
        />
      </FieldRow>
      <div className={styles.membershipEnd}>
        <Select
          label={t('territory')}
          anyLabel={t('noTerritory')}
          value={membership.territory ?? undefined}
          options={territories}
          onChange={(territory) => onChange({ ...membership, territory: territory ?? null })}
        />
        <Button variant="default" onClick={onRemove}>
          {t('removeFromStudio', { name })}
        </Button>
      </div>
    </fieldset>
  )
}
