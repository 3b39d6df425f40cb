import { groupRules, groups } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useStudios } from '../../shared/lookups.ts'
import { PeopleField } from '../../shared/people-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { CrudForm } from '../crud-form.tsx'
import { NameField } from '../name-field.tsx'
import { useCrud } from '../use-crud.ts'
import { Addresses } from './addresses.tsx'
import { useGranter } from './granter.ts'

type Draft = Pick<groups.Group, 'name' | 'type' | 'studios' | 'users' | 'addresses'>

const ENDPOINTS = {
  create: groups.createGroup,
  change: groups.changeGroup,
  remove: groups.removeGroup,
}
const toBody = ({ name, type, studios, users, addresses }: groups.Group): Draft => ({
  name,
  type,
  studios,
  users,
  addresses,
})

export function GroupForm({
  group,
  onDone,
}: {
  group: groups.Group | undefined
  onDone: () => void
}) {
  const { t } = useTranslation('people')
  const granter = useGranter()
  const crud = useCrud(ENDPOINTS, {
    invalidates: ['/groups', '/users'],
    toBody,
    nameOf: ({ name }) => name,
    onDone,
  })
  const [draft, write, concurrentChange] = useDraft<Draft>(
    group ? toBody(group) : { name: '', type: 'sd', studios: [], users: [], addresses: [] },
  )
  const studios = useStudios()
  const fieldError = fieldErrorsOf(crud.error)
  const disabledReason =
    draft.studios.length === 0 && granter && !groupRules.mayBeWithoutStudio(granter)
      ? t('group.needsStudio')
      : undefined
  const isForbidden = (type: groups.GroupType) =>
    type !== group?.type &&
    granter !== undefined &&
    groupRules.grantErrors(granter, { type }).length > 0
  const types = groups.GROUP_TYPES.filter((type) => !isForbidden(type)).map((type) => ({
    value: type,
    name: t(`group.types.${type}`),
  }))
  return (
    <CrudForm
      crud={crud}
      record={group}
      newTitle={t('group.add')}
      concurrentChange={concurrentChange}
      disabledReason={disabledReason}
      onCancel={onDone}
      onSave={() => crud.save(group, draft)}
    >
      <FieldRow>
        <NameField
          value={draft.name}
          error={fieldError('/name')}
          onChange={(name) => write({ name })}
        />
        <Select
          label={t('group.type')}
          value={draft.type}
          options={types}
          onChange={(type) => write({ type: type as groups.GroupType })}
        />
      </FieldRow>
      <MultiSelect
        label={t('studios')}
        note={t('group.studiosHint')}
        options={studios.options}
        selected={draft.studios}
        error={fieldError('/studios')}
        onChange={(chosen) => write({ studios: chosen })}
      />
      <PeopleField
        label={t('group.people')}
        note={t('group.peopleHint')}
        selected={draft.users}
        error={fieldError('/users')}
        onChange={(users) => write({ users })}
      />
      <Addresses addresses={draft.addresses} onChange={(addresses) => write({ addresses })} />
    </CrudForm>
  )
}
