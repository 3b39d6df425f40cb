import { useState } from 'react'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { localTimeZone } from '../../ui/format/time.ts'
import { fromDateTimeLocal } from '../../ui/format/zoned-time.ts'
import { EMPTY_CHOICE, isComplete, useCreateProject } from './project-choice.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { NewProjectFields, useDefaultChoice } from './project-field.tsx'

/** Creates a project and opens it. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['new-records', 'common'])
  const [typed, setChoice] = useState(EMPTY_CHOICE)
  const [release, setRelease] = useState('')
  const choice = useDefaultChoice(typed)
  const createProject = useCreateProject()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: () => {
      const date = fromDateTimeLocal(localTimeZone(), release && `${release}T00:00`)
      return createProject({
        ...choice,
        release: date === undefined ? null : { date, tz: localTimeZone() },
      })
    },
    meta: { reportError: true },
    onSuccess: ({ _id }) => {
      onClose()
      void navigate({ to: '/projects/$id', params: { id: _id } })
    },
  })
  return (
    <FormDialog
      title={t('newProject')}
      onClose={onClose}
      onSubmit={() => create.mutate()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!isComplete(choice)}>
            {t('createProject')}
          </Button>
        </>
      }
    >
      <NewProjectFields choice={choice} onChange={setChoice} />
      <DateInput
        type="date"
        label={t('release')}
        value={release}
        onChange={({ currentTarget }) => setRelease(currentTarget.value)}
      />
    </FormDialog>
  )
}
