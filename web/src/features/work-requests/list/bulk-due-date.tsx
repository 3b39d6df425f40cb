import { useState } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'
import { fromDateTimeLocal, toDateTimeLocal } from '../../../ui/format/zoned-time.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useChangeAll } from './use-change-all.ts'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import styles from './work-requests-page.module.css'

type Props = { selected: workrequests.WorkRequest[]; onDone: () => void }

/** Gives all selected requests the same due date, if the person may change all of their orders. */
export function BulkDueDate({ selected, onDone }: Props) {
  const { t } = useTranslation(['requests', 'common'])
  const me = useCurrentUser()
  const changeAll = useChangeAll()
  const [isOpen, setOpen] = useState(false)
  if (!me || !selected.every((request) => fieldRules.mayChangeOrder(request, me))) return null
  const tz = localTimeZone()
  const save = (form: HTMLFormElement) => {
    const date = fromDateTimeLocal(tz, textField(new FormData(form), 'due'))
    if (date === undefined) return
    setOpen(false)
    onDone()
    void changeAll(t('setDueDate'), selected, { due: { date, tz } })
  }
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('setDueDate')}
      </Button>
      {isOpen && (
        <Dialog title={t('setDueDate')} onClose={() => setOpen(false)}>
          <form
            className={styles.bulkForm}
            onSubmit={(event) => {
              event.preventDefault()
              save(event.currentTarget)
            }}
          >
            <DateInput
              type="datetime-local"
              name="due"
              required
              withAsterisk={false}
              label={t('newDueDate')}
              description={t('inTimeZone', { city: cityOf(tz) })}
              min={toDateTimeLocal(tz, Math.floor(Date.now() / 1000))}
            />
            <Button type="submit">{t('common:save')}</Button>
          </form>
        </Dialog>
      )}
    </>
  )
}
