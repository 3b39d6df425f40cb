import { Button } from '@mantine/core'
import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useGroups, usePeople } from '../shared/lookups.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { AutosaveText } from '../../ui/fields/autosave-text.tsx'
import { SelectedChips } from '../../ui/fields/selected-chips.tsx'
import styles from './account.module.css'

export type ContactListData = users.Preferences['contactLists'][number]
type Props = {
  list: ContactListData
  onChange: (list: ContactListData) => void
  onRemove: () => void
}

export function ContactList({ list: { name, recipients }, onChange, onRemove }: Props) {
  const { t } = useTranslation('account')
  const registers = { users: usePeople(), groups: useGroups() }
  const set = (kind: 'users' | 'groups', members: string[]) =>
    onChange({ name, recipients: { ...recipients, [kind]: members } })
  return (
    <Card label={name}>
      <div className={styles.fields}>
        <AutosaveText
          label={t('contacts.name')}
          value={name}
          maxLength={300}
          onSave={(next) => onChange({ name: next, recipients })}
        />
        {(['users', 'groups'] as const).map((kind) => (
          <div key={kind} className={`${styles.fields} ${styles.wide}`}>
            <Select
              label={t(`contacts.${kind}`)}
              anyLabel={t(kind === 'users' ? 'contacts.addPerson' : 'contacts.addGroup')}
              value={undefined}
              options={registers[kind].options.filter(
                ({ value }) => !recipients[kind].includes(value),
              )}
              onChange={(member) => {
                if (member) set(kind, [...recipients[kind], member])
              }}
            />
            {recipients[kind].length > 0 && (
              <div className={styles.wide}>
                <SelectedChips
                  label={t(`contacts.${kind}`)}
                  selected={recipients[kind].map((value) => ({
                    value,
                    name: registers[kind].nameOf(value),
                  }))}
                  onRemove={(member) =>
                    set(
                      kind,
                      recipients[kind].filter((known) => known !== member),
                    )
                  }
                />
              </div>
            )}
          </div>
        ))}
        <div className={styles.actions}>
          <Button variant="default" size="sm" onClick={onRemove}>
            {t('contacts.remove')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
