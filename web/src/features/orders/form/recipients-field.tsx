import { useState } from 'react'
import { groups, recipientRules, users } from '@reelay/api/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { usePeopleSearch, usePeopleNames } from '../../shared/people.ts'
import { useGroups } from '../../shared/lookups.ts'
import { SelectedChips } from '../../../ui/fields/selected-chips.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/fields/combobox.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import type { OrderRecipient } from '../draft.ts'
import styles from './order-form.module.css'

type Props = {
  label: string
  value: readonly OrderRecipient[]
  onChange: (value: OrderRecipient[]) => void
}

/**
 * Finds people, groups and contact lists by name, or accepts an email address. A group adds the
 * people who are in it now.
 */
export function RecipientsField({ label, value, onChange }: Props) {
  const { t } = useTranslation(['order', 'common'])
  const [typed, setTyped] = useState('')
  const found = useSearchResults(typed)
  const loadMembers = useLoadMembers()
  const personName = usePeopleNames(idsWithoutName(value))
  const nameOf = (recipient: OrderRecipient) =>
    typeof recipient === 'string'
      ? recipient
      : recipient.name || ('_id' in recipient ? personName(recipient._id) : recipient.email)
  const add = (more: OrderRecipient[]) =>
    onChange([
      ...value,
      ...more.filter((one) => !value.some((other) => keyOf(other) === keyOf(one))),
    ])
  const pick = async ({ value: picked, name }: ComboboxOption) => {
    const [kind, id = ''] = picked.split(/:(.*)/s)
    if (kind === 'address') return add([id])
    if (kind === 'person') return add([{ _id: id, name }])
    const people = await loadMembers(kind === 'group' ? { groups: [id], users: [] } : id)
    add(people)
    showToast(t('recipientsAdded', { count: people.length, name }))
  }
  return (
    <div className={styles.field}>
      <Combobox
        label={label}
        placeholder={t('recipientPlaceholder')}
        query={typed}
        onQueryChange={setTyped}
        options={found}
        emptyText={t('recipientNotFound')}
        onSelect={(one) => void pick(one)}
      />
      <SelectedChips
        label={label}
        selected={value.map((one) => ({ value: keyOf(one), name: nameOf(one) }))}
        onRemove={(key) => onChange(value.filter((other) => keyOf(other) !== key))}
      />
    </div>
  )
}

const keyOf = (recipient: OrderRecipient) => {
  if (typeof recipient === 'string') return recipient.toLowerCase()
  return '_id' in recipient ? recipient._id : recipient.email.toLowerCase()
}
const idsWithoutName = (value: readonly OrderRecipient[]) =>
  value.flatMap((one) => (typeof one === 'object' && '_id' in one && !one.name ? [one._id] : []))

function useSearchResults(typed: string): ComboboxOption[] | undefined {
  const { t } = useTranslation('order')
  const me = useCurrentUser()
  const [q] = useDebouncedValue(typed.trim(), 200)
  const people = usePeopleSearch(typed)
  const allGroups = useGroups().records
  if (q === '') return []
  const matches = (name: string) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase())
  if (!people) return undefined
  return [
    ...(recipientRules.isEmailAddress(q)
      ? [{ value: `address:${q}`, name: q, note: t('recipientEmail') }]
      : []),
    ...people.map(({ value, name, note }) => ({ value: `person:${value}`, name, note })),
    ...allGroups
      .filter(({ name }) => matches(name))
      .map(({ _id, name, users: members }) => ({
        value: `group:${_id}`,
        name,
        note: t('recipientGroup', { count: members.length }),
      })),
    ...(me?.preferences.contactLists
      .filter(({ name }) => matches(name))
      .map(({ name }) => ({ value: `list:${name}`, name, note: t('recipientContactList') })) ?? []),
  ]
}

type Members = { groups: string[]; users: string[] }

/** Loads the visible people of the groups, or of the contact list with this name. */
function useLoadMembers() {
  const { call } = useService()
  const me = useCurrentUser()
  const contactList = (name: string) =>
    me?.preferences.contactLists.find((list) => list.name === name)?.recipients
  return async (source: string | Members): Promise<OrderRecipient[]> => {
    const members = typeof source === 'string' ? contactList(source) : source
    if (!members) return []
    const [allGroups, allUsers] = await Promise.all([
      call(groups.listGroups, { range: { first: 0, last: 199 } }),
      call(users.listUsers, { range: { first: 0, last: 499 } }),
    ])
    const inGroups = allGroups.items
      .filter(({ _id }) => members.groups.includes(_id))
      .flatMap((group) => group.users)
    const ids = new Set([...members.users, ...inGroups])
    return allUsers.items.filter(({ _id }) => ids.has(_id)).map(({ _id, name }) => ({ _id, name }))
  }
}
