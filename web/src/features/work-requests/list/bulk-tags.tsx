import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { fieldRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { parseTags } from '../../../ui/fields/parse-tags.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useChangeAll } from './use-change-all.ts'
import styles from './work-requests-page.module.css'

type Props = { selected: workrequests.WorkRequest[]; onDone: () => void }

/** Adds tags to all selected requests and removes others. Each request keeps its other tags. */
export function BulkTags({ selected, onDone }: Props) {
  const { t } = useTranslation(['requests', 'common'])
  const me = useCurrentUser()
  const changeAll = useChangeAll()
  const [isOpen, setOpen] = useState(false)
  if (!me || !selected.every((request) => fieldRules.mayChangeOrder(request, me))) return null
  const present = [...new Set(selected.flatMap(({ tags }) => tags))].toSorted()
  const save = (form: FormData) => {
    const added = parseTags(textField(form, 'add'))
    const removed = new Set(form.getAll('remove'))
    setOpen(false)
    onDone()
    void changeAll(t('changeTags'), selected, ({ tags }) => ({
      tags: [...new Set([...tags.filter((tag) => !removed.has(tag)), ...added])],
    }))
  }
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('changeTags')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('changeTags')}
          onClose={() => setOpen(false)}
          onSubmit={save}
          actions={<Button type="submit">{t('common:save')}</Button>}
        >
          <TextInput
            name="add"
            label={t('addTags')}
            description={t('tagsHint')}
            maxLength={2000}
            dir="auto"
          />
          {present.length > 0 && (
            <fieldset className={styles.tagsToRemove}>
              <legend>{t('removeTags')}</legend>
              {present.map((tag) => (
                <label key={tag}>
                  <input type="checkbox" name="remove" value={tag} />
                  <bdi>{tag}</bdi>
                </label>
              ))}
            </fieldset>
          )}
        </FormDialog>
      )}
    </>
  )
}
