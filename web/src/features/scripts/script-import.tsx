import { useState } from 'react'
import { Button } from '@mantine/core'
import { scripts } from '@reelay/api/contract'
import { detectFormat } from '@reelay/subtitles/formats'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { ACCEPTED_SUBTITLES } from '../shared/subtitle-files.ts'
import { FileInput } from '../../ui/fields/file-input.tsx'
import styles from './scripts.module.css'

type Props = {
  script: scripts.Script
  /** A file that was dropped. Without it the dialog asks for one. */
  file?: File
  onClose: () => void
}

/** Replaces the lines of a script with those of a file. Matching lines keep their identity. */
export function ScriptImport({ script, file: given, onClose }: Props) {
  const { t } = useTranslation(['scripts', 'common'])
  const [file, setFile] = useState(given)
  const format = file && detectFormat(file.name)
  const load = useEndpointMutation(scripts.scriptLines.import, {
    silent: true,
    onSuccess: ({ read }) => {
      onClose()
      showToast(t('imported', { count: read }))
    },
  })
  const submit = async () => {
    const body = new Uint8Array(await file!.arrayBuffer())
    const query = {
      format: detectFormat(file!.name, body)!,
      times: 'take',
      mode: 'replace',
    } as const
    load.mutate({ params: { id: script._id }, query, body })
  }
  return (
    <FormDialog
      title={`${t('import')}: ${t(`part.${script.part}`)}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={load.isPending} disabled={!format}>
            {t('replaceLines')}
          </Button>
        </>
      }
    >
      <div className={styles.label}>
        {given ? (
          <bdi>{given.name}</bdi>
        ) : (
          <FileInput label={t('file')} accept={ACCEPTED_SUBTITLES} onFile={setFile} />
        )}
        <span className={styles.hint}>
          {file && !format ? t('unknownFormat') : t('replaceHint')}
        </span>
      </div>
      {load.error && <ErrorAlert error={load.error} />}
    </FormDialog>
  )
}
