import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { movementFrom } from '../lines/parse-time.ts'
import { useEditor } from '../editor-context.ts'
import styles from './dialogs.module.css'

/** All lines from the chosen one on, by the same time. */
export function ShiftWindow({ close }: { close: () => void }) {
  const { t } = useTranslation(['translate', 'common'])
  const { lines, selected, acts } = useEditor()
  const [typed, setTyped] = useState('')
  const place = lines.findIndex(({ _id }) => _id === selected)
  const by = movementFrom(typed)
  const isMove = by !== undefined && by !== 0
  if (place < 0) return <p>{t('why.noLine')}</p>
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
      <p>{t('shift.lead', { number: place + 1, count: lines.length - place })}</p>
      <TextInput
        label={t('shift.by')}
        description={t('shift.how')}
        value={typed}
        autoFocus
        dir="ltr"
        error={typed !== '' && !isMove ? t('shift.wrong') : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={styles.acts}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!isMove}>
          {t('shift.do')}
        </Button>
      </div>
    </form>
  )
}
