import { Button, TextInput } from '@mantine/core'
import { groupRules, groups } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useStudios } from '../../shared/lookups.ts'
import { PeopleField } from '../../shared/people-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
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
  const { t } = useTranslation(['people', 'common'])
  const giver = useGranter()
  const keeper = useCrud(ENDPOINTS, {
    invalidates: ['/groups', '/users'],
    toBody,
    nameOf: ({ name }) => name,
    onDone: onDone,
  })
  const [draft, write, meanwhile] = useDraft<Draft>(
    group ? toBody(group) : { name: '', type: 'sd', studios: [], users: [], addresses: [] },
  )
  const studios = useStudios()
  const fault = fieldErrorsOf(keeper.error)
  const refused =
    draft.studios.length === 0 && giver && !groupRules.mayBeWithoutStudio(giver)
      ? t('group.needsStudio')
      : undefined
  const isForbidden = (type: groups.GroupType) =>
    type !== group?.type &&
    giver !== undefined &&
    groupRules.grantErrors(giver, { type }).length > 0
  const types = groups.GROUP_TYPES.filter((type) => !isForbidden(type)).map((type) => ({
    value: type,
    name: t(`group.types.${type}`),
  }))
  return (
    <Form
      label={group?.name ?? t('group.add')}
      error={keeper.error}
      isSaving={keeper.isSaving}
      concurrentChange={meanwhile}
      disabledReason={refused}
      onCancel={onDone}
      onSave={() => keeper.save(group, draft)}
      extraActions={
        group && (
          <Button
            variant="default"
            loading={keeper.isRemoving}
            onClick={() => keeper.remove(group)}
          >
            {t('common:remove')}
          </Button>
        )
      }
    >
      <FieldRow>
        <TextInput
          label={t('name')}
          required
          maxLength={300}
          dir="auto"
          value={draft.name}
          error={fault('/name')}
          onChange={({ currentTarget }) => write({ name: currentTarget.value })}
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
        error={fault('/studios')}
        onChange={(chosen) => write({ studios: chosen })}
      />
      <PeopleField
        label={t('group.people')}
        note={t('group.peopleHint')}
        selected={draft.users}
        error={fault('/users')}
        onChange={(users) => write({ users })}
      />
      <Addresses addresses={draft.addresses} onChange={(addresses) => write({ addresses })} />
    </Form>
  )
}
