import { useState } from 'react'
import { Button } from '@mantine/core'
import type { users } from '@reelay/api/contract'
import { useService } from '../../api/service-context.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { setAssignedKeys, type AssignedKeys } from '../../ui/shortcuts/assigned-keys.ts'
import { useAccountSettings } from '../account/use-settings.ts'
import { useCurrentUser } from '../shared/current-user.ts'
import { ALL_SHORTCUTS, PARTS, withKeys } from './all-shortcuts.ts'
import { ShortcutRow } from './shortcut-row.tsx'
import styles from './shortcuts.module.css'

/** All shortcuts by part of the app. Signed-in people can change the keys. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shortcuts')
  const { session } = useService()
  return (
    <Dialog title={t('title')} size="wide" onClose={onClose}>
      {session.current() ? <OwnShortcuts /> : <ShortcutList assigned={[]} />}
    </Dialog>
  )
}

function OwnShortcuts() {
  const me = useCurrentUser()
  return me ? <EditableShortcuts me={me} /> : <ShortcutList assigned={[]} />
}

function EditableShortcuts({ me }: { me: users.User }) {
  const { preferences, change } = useAccountSettings(me)
  const assigned = preferences.shortcuts ?? []
  return (
    <ShortcutList
      assigned={assigned}
      onChange={(shortcuts) => {
        setAssignedKeys(shortcuts)
        change({ preferences: { shortcuts } })
      }}
    />
  )
}

function ShortcutList({
  assigned,
  onChange,
}: {
  assigned: readonly AssignedKeys[]
  onChange?: (assigned: AssignedKeys[]) => void
}) {
  const { t } = useTranslation('shortcuts')
  const [changing, setChanging] = useState<string>()
  return (
    <>
      {onChange && <p className={styles.lead}>{t('lead')}</p>}
      <div className={styles.parts}>
        {PARTS.map((part) => (
          <section key={part} className={styles.part} aria-label={t(`part.${part}`)}>
            <h3>{t(`part.${part}`)}</h3>
            <ul>
              {ALL_SHORTCUTS.filter((one) => one.part === part).map((shortcut) => (
                <ShortcutRow
                  key={shortcut.name}
                  shortcut={shortcut}
                  assigned={assigned}
                  isChanging={changing === `${part}.${shortcut.name}`}
                  onStart={onChange && (() => setChanging(`${part}.${shortcut.name}`))}
                  onCancel={() => setChanging(undefined)}
                  onKeys={(keys) => {
                    setChanging(undefined)
                    onChange?.(withKeys(assigned, shortcut, keys))
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {onChange && assigned.length > 0 && (
        <Button variant="default" size="sm" onClick={() => onChange([])}>
          {t('resetAll')}
        </Button>
      )}
    </>
  )
}
