import { Button, TextInput } from '@mantine/core'
import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAccountSettings } from './use-settings.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { ContactList, type ContactListData } from './contact-list.tsx'
import styles from './account.module.css'

export function Contacts({ me }: { me: users.User }) {
  const { t } = useTranslation(['account', 'common'])
  const {
    preferences: { contactLists: lists },
    change,
    saving,
  } = useAccountSettings(me)
  const set = (contactLists: ContactListData[]) => change({ preferences: { contactLists } })
  const remove = (at: number) => {
    set(lists.toSpliced(at, 1))
    showToast(t('account:contacts.removed', { name: lists[at]!.name }), {
      action: { name: t('common:undo'), run: () => set(lists) },
    })
  }
  const add = (form: HTMLFormElement) => {
    set([
      ...lists,
      { name: textField(new FormData(form), 'name').trim(), recipients: { users: [], groups: [] } },
    ])
    form.reset()
  }
  return (
    <Section title={t('account:contacts.title')} note={<SaveState status={saving} />}>
      {lists.length === 0 && (
        <EmptyState title={t('account:contacts.none')}>
          <p>{t('account:contacts.noneHint')}</p>
        </EmptyState>
      )}
      <div className={styles.cards}>
        {lists.map((list, index) => (
          <ContactList
            key={index}
            list={list}
            onChange={(next) => set(lists.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <form
        className={`${styles.actions} ${styles.under}`}
        onSubmit={(event) => {
          event.preventDefault()
          add(event.currentTarget)
        }}
      >
        <TextInput
          name="name"
          label={t('account:contacts.newName')}
          maxLength={300}
          pattern=".*\S.*"
          required
          withAsterisk={false}
          autoComplete="off"
          dir="auto"
        />
        <Button type="submit" variant="default" style={{ alignSelf: 'end' }}>
          {t('account:contacts.create')}
        </Button>
      </form>
    </Section>
  )
}
