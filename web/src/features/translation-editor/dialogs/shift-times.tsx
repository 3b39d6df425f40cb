import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { parseOffset } from '../lines/parse-time.ts'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

/** All lines from the chosen one on, by the same time. */
export function ShiftForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const { lines, selected, actions: acts } = useEditor()
  const [typed, setTyped] = useState('')
  const place = lines.findIndex(({ _id }) => _id === selected)
  const by = parseOffset(typed)
  const isMove = by !== undefined && by !== 0
  if (place < 0) return <p>{t('disabled.noSelection')}</p>
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isMove) {
          acts.shift(selected!, by)
          close()
        }
      }}
    >
      <p>{t('shift.summary', { number: place + 1, count: lines.length - place })}</p>
      <TextInput
        label={t('shift.by')}
        description={t('shift.hint')}
        value={typed}
        autoFocus
        dir="ltr"
        error={typed !== '' && !isMove ? t('shift.invalid') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!isMove}>
          {t('shift.shift')}
        </Button>
      </div>
    </form>
  )
}
