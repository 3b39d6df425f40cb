import { Button, TextInput } from '@mantine/core'
import { FormSelect } from '../../../ui/fields/form-select.tsx'
import { files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useCountries, useTerritoryLanguages, type Lookup } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { fromDateTimeLocal, toDateTimeLocal } from '../../../ui/format/zoned-time.ts'
import { isEmbargoed } from './embargo.tsx'
import styles from './asset-files.module.css'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import asset from './asset-page.module.css'

type Props = { file: files.File; onClose: () => void }

/** Edits the metadata and the embargo of a file. */
export function EditFile({ file, onClose }: Props) {
  const { t } = useTranslation(['asset', 'common'])
  const languages = useTerritoryLanguages()
  const countries = useCountries()
  const { save, isPending } = useSaveFile({ file, onClose })
  const options = (lookup: Lookup, current: string | null) => [
    { value: '', label: t('files.notSpecified') },
    ...lookup.options.map(({ value, name }) => ({ value, label: name })),
    ...(current && !lookup.options.some(({ value }) => value === current)
      ? [{ value: current, label: lookup.nameOf(current) }]
      : []),
  ]
  return (
    <FormDialog
      title={file.name}
      onClose={onClose}
      onSubmit={(form) => save(toFileChange(form))}
      actions={
        <>
          {isEmbargoed(file) && (
            <Button
              className={asset.pushToStart}
              variant="default"
              onClick={() => save({ embargo: { end: null, event: false } })}
            >
              {t('embargo.lift')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <div className={styles.pair}>
        <FormSelect
          name="language"
          label={t('files.language')}
          defaultValue={file.language ?? ''}
          data={options(languages, file.language)}
        />
        <FormSelect
          name="country"
          label={t('files.country')}
          defaultValue={file.country ?? ''}
          data={options(countries, file.country)}
        />
      </div>
      <TextInput
        name="tags"
        label={t('files.tags')}
        description={t('files.tagsHint')}
        defaultValue={file.tags.join(', ')}
        dir="auto"
      />
      <DateInput
        type="datetime-local"
        name="end"
        label={t('embargo.end')}
        description={t('embargo.timeZone', { city: cityOf(localTimeZone()) })}
        defaultValue={
          file.embargo.end === null ? '' : toDateTimeLocal(localTimeZone(), file.embargo.end)
        }
      />
      <label className={asset.check}>
        <input type="checkbox" name="event" defaultChecked={file.embargo.event} />
        {t('embargo.untilFinalPhase')}
      </label>
    </FormDialog>
  )
}

function useSaveFile({ file, onClose }: Props) {
  const { t } = useTranslation('common')
  const { language, country, tags, embargo } = file
  const params = { id: file._id }
  const invalidates = ['/files', '/assets', '/previews']
  const undo = useEndpointMutation(files.changeFile, { invalidates })
  const change = useEndpointMutation(files.changeFile, {
    invalidates,
    onSuccess: () => {
      const before = { language, country, tags, embargo }
      showToast(t('saved'), {
        action: { name: t('undo'), run: () => undo.mutate({ params, body: before }) },
      })
      onClose()
    },
  })
  const save = (body: files.FileChange) => change.mutate({ params, body })
  return { save, isPending: change.isPending }
}

const toFileChange = (form: FormData): files.FileChange => ({
  language: textField(form, 'language') || null,
  country: textField(form, 'country') || null,
  tags: textField(form, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  embargo: {
    end: fromDateTimeLocal(localTimeZone(), textField(form, 'end')) ?? null,
    event: form.has('event'),
  },
})
