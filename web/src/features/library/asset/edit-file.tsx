import { Button, NativeSelect, TextInput } from '@mantine/core'
import { files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useTerritories, useTerritoryLanguages, type Lookup } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { cityOf, localTimeZone } from '../../../ui/format/time.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { fromDateTimeLocal, toDateTimeLocal } from '../../../ui/format/zoned-time.ts'
import { isEmbargoed } from './embargo.tsx'
import styles from './asset-files.module.css'
import asset from './asset-page.module.css'

/** What is said of a file, and how long it is held back. */
export function EditFile({ file, onClose }: { file: files.File; onClose: () => void }) {
  const { t } = useTranslation(['asset', 'common'])
  const [languages, territories] = [useTerritoryLanguages(), useTerritories()]
  const touches = ['/files', '/assets', '/previews']
  const undo = useEndpointMutation(files.changeFile, { invalidates: touches })
  const before = {
    language: file.language,
    country: file.country,
    tags: file.tags,
    embargo: file.embargo,
  }
  const change = useEndpointMutation(files.changeFile, {
    invalidates: touches,
    onSuccess: () => {
      showToast(t('common:saved'), {
        action: {
          name: t('common:undo'),
          run: () => undo.mutate({ params: { id: file._id }, body: before }),
        },
      })
      onClose()
    },
  })
  const put = (body: files.FileChange) => change.mutate({ params: { id: file._id }, body })
  const save = (form: FormData) =>
    put({
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
  const options = (register: Lookup, own: string | null) => [
    { value: '', label: t('files.unsaid') },
    ...register.options.map(({ value, name }) => ({ value, label: name })),
    ...(own && !register.options.some(({ value }) => value === own)
      ? [{ value: own, label: register.nameOf(own) }]
      : []),
  ]
  return (
    <FormDialog
      title={file.name}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          {isEmbargoed(file) && (
            <Button
              className={asset.apart}
              variant="default"
              onClick={() => put({ embargo: { end: null, event: false } })}
            >
              {t('embargo.lift')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <div className={styles.pair}>
        <NativeSelect
          name="language"
          label={t('files.language')}
          defaultValue={file.language ?? ''}
          data={options(languages, file.language)}
        />
        <NativeSelect
          name="country"
          label={t('files.country')}
          defaultValue={file.country ?? ''}
          data={options(territories, file.country)}
        />
      </div>
      <TextInput
        name="tags"
        label={t('files.tags')}
        description={t('files.tagsHint')}
        defaultValue={file.tags.join(', ')}
        dir="auto"
      />
      <TextInput
        type="datetime-local"
        name="end"
        label={t('embargo.end')}
        description={t('embargo.zone', { city: cityOf(localTimeZone()) })}
        defaultValue={
          file.embargo.end === null ? '' : toDateTimeLocal(localTimeZone(), file.embargo.end)
        }
      />
      <label className={asset.check}>
        <input type="checkbox" name="event" defaultChecked={file.embargo.event} />
        {t('embargo.eventChoice')}
      </label>
    </FormDialog>
  )
}
