import { useState } from 'react'
import { groups, recipientRules, users } from '@reelay/api/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/queries.ts'
import { useMe } from '../../shared/current-user.ts'
import { useFoundPeople, usePeopleNames } from '../../shared/people.ts'
import { useGroups } from '../../shared/lookups.ts'
import { Chosen } from '../../../ui/fields/chosen.tsx'
import { Finder, type Found } from '../../../ui/fields/finder.tsx'
import { tell } from '../../../ui/feedback/toasts.tsx'
import type { Recipient } from '../draft.ts'
import styles from './order-form.module.css'

type Parts = { label: string; value: readonly Recipient[]; onChange: (value: Recipient[]) => void }

/**
 * People, groups and contact lists by name, or an address. A group stands for the people it has
 * today.
 */
export function Recipients({ label, value, onChange }: Parts) {
  const { t } = useTranslation(['order', 'common'])
  const [typed, setTyped] = useState('')
  const found = useFound(typed)
  const peopleOf = usePeopleOf()
  const personName = usePeopleNames(namelessIds(value))
  const nameOf = (one: Recipient) =>
    typeof one === 'string' ? one : one.name || ('_id' in one ? personName(one._id) : one.email)
  const add = (more: Recipient[]) =>
    onChange([
      ...value,
      ...more.filter((one) => !value.some((other) => keyOf(other) === keyOf(one))),
    ])
  const pick = async ({ value: picked, name }: Found) => {
    const [kind, id = ''] = picked.split(/:(.*)/s)
    if (kind === 'address') return add([id])
    if (kind === 'person') return add([{ _id: id, name }])
    const people = await peopleOf(kind === 'group' ? { groups: [id], users: [] } : id)
    add(people)
    tell(t('recipientsAdded', { count: people.length, name }))
  }
  return (
    <div className={styles.field}>
      <Finder
        label={label}
        placeholder={t('recipientExample')}
        typed={typed}
        onType={setTyped}
        found={found}
        none={t('recipientNone')}
        onPick={(one) => void pick(one)}
      />
      <Chosen
        label={label}
        chosen={value.map((one) => ({ value: keyOf(one), name: nameOf(one) }))}
        onDrop={(key) => onChange(value.filter((other) => keyOf(other) !== key))}
      />
    </div>
  )
}

const keyOf = (one: Recipient) =>
  typeof one === 'string' ? one.toLowerCase() : '_id' in one ? one._id : one.email.toLowerCase()
const namelessIds = (value: readonly Recipient[]) =>
  value.flatMap((one) => (typeof one === 'object' && '_id' in one && !one.name ? [one._id] : []))
const MANY = { first: 0, last: 199 }

function useFound(typed: string): Found[] | undefined {
  const { t } = useTranslation('order')
  const me = useMe()
  const [q] = useDebouncedValue(typed.trim(), 200)
  const people = useFoundPeople(typed)
  const all = useGroups().records
  if (q === '') return []
  const fits = (name: string) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase())
  if (!people) return undefined
  return [
    ...(recipientRules.isAddress(q)
      ? [{ value: `address:${q}`, name: q, note: t('recipientAddress') }]
      : []),
    ...people.map(({ value, name, note }) => ({ value: `person:${value}`, name, note })),
    ...all
      .filter(({ name }) => fits(name))
      .map(({ _id, name, users: members }) => ({
        value: `group:${_id}`,
        name,
        note: t('recipientGroup', { count: members.length }),
      })),
    ...(me?.preferences.contactLists
      .filter(({ name }) => fits(name))
      .map(({ name }) => ({ value: `list:${name}`, name, note: t('recipientList') })) ?? []),
  ]
}

/** The people of a group or of a contact list by its name, as far as they can be seen. */
function usePeopleOf() {
  const { ask } = useService()
  const me = useMe()
  return async (asked: string | { groups: string[]; users: string[] }): Promise<Recipient[]> => {
    const list =
      typeof asked === 'string'
        ? me?.preferences.contactLists.find(({ name }) => name === asked)?.recipients
        : asked
    if (!list) return []
    const [known, everybody] = await Promise.all([
      ask(groups.listGroups, { range: MANY }),
      ask(users.listUsers, { range: { first: 0, last: 499 } }),
    ])
    const ids = new Set([
      ...list.users,
      ...known.items.filter(({ _id }) => list.groups.includes(_id)).flatMap((group) => group.users),
    ])
    return everybody.items.filter(({ _id }) => ids.has(_id)).map(({ _id, name }) => ({ _id, name }))
  }
}
