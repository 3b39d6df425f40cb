import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { parseOffset } from '../lines/parse-time.ts'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

/** Shifts the selected line and all following lines. */
export function ShiftForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['translation-editor', 'common'])
  const { lines, selected, actions } = useEditor()
  const [input, setInput] = useState('')
  const index = lines.findIndex(({ _id }) => _id === selected)
  const by = parseOffset(input)
  const isValid = by !== undefined && by !== 0
  if (index < 0) return <p>{t('disabled.noSelection')}</p>
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) {
          actions.shift(selected!, by)
          close()
        }
      }}
    >
      <p>{t('shift.summary', { number: index + 1, count: lines.length - index })}</p>
      <TextInput
        label={t('shift.by')}
        description={t('shift.hint')}
        value={input}
        autoFocus
        dir="ltr"
        error={input !== '' && !isValid ? t('shift.invalid') : undefined}
        onChange={({ currentTarget }) => setInput(currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!isValid}>
          {t('shift.shift')}
        </Button>
      </div>
    </form>
  )
}
