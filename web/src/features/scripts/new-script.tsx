import { useState } from 'react'
import { Button } from '@mantine/core'
import { scripts } from '@reelay/api/contract'
import { detectFormat } from '@reelay/subtitles/formats'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths } from '../../api/mutations.ts'
import { randomKey } from '../../api/random-key.ts'
import { useService } from '../../api/service-context.ts'
import { languageOptions } from '../shared/countries-and-languages.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { ACCEPTED_SUBTITLES } from '../shared/subtitle-files.ts'
import { FileInput } from '../../ui/fields/file-input.tsx'
import styles from './scripts.module.css'

type Props = {
  asset: string
  parts: scripts.ScriptPart[]
  /** A file that was dropped. Without it the dialog asks for one. */
  file?: File
  onClose: () => void
  /** Without a file, the lines are typed. */
  onTyped: (script: scripts.Script) => void
}

/** Creates a script from a subtitle file, or an empty one to type. */
export function NewScript({ asset, parts, file: given, onClose, onTyped }: Props) {
  const { t } = useTranslation(['scripts', 'common'])
  const [part, setPart] = useState<scripts.ScriptPart>(parts[0]!)
  const [language, setLanguage] = useState('eng')
  const [file, setFile] = useState(given)
  const create = useCreateScript({ asset, part, language, file })
  const format = file && detectFormat(file.name)
  const submit = async () => {
    const script = await create.mutateAsync().catch(() => undefined)
    if (!script) return
    onClose()
    if (file) showToast(t('imported', { count: script.lines }))
    else onTyped(script)
  }
  return (
    <FormDialog
      title={t('add')}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={file !== undefined && format === undefined}
          >
            {file ? t('createFromFile') : t('typeLines')}
          </Button>
        </>
      }
    >
      <Select
        label={t('partLabel')}
        value={part}
        options={parts.map((value) => ({ value, name: t(`part.${value}`) }))}
        onChange={(value) => setPart(value as scripts.ScriptPart)}
      />
      <Select
        label={t('language')}
        value={language}
        options={languageOptions()}
        onChange={(value) => setLanguage(value ?? language)}
      />
      <div className={styles.label}>
        {given ? (
          <bdi>{given.name}</bdi>
        ) : (
          <FileInput label={t('file')} accept={ACCEPTED_SUBTITLES} onFile={setFile} />
        )}
        <span className={styles.hint}>
          {file && !format ? t('unknownFormat') : !given && t('fileHint')}
        </span>
      </div>
      {create.error && <ErrorAlert error={create.error} />}
    </FormDialog>
  )
}

type NewScriptInput = {
  asset: string
  part: scripts.ScriptPart
  language: string
  file: File | undefined
}

/** A file that cannot be read leaves no empty script. */
function useCreateScript({ asset, part, language, file }: NewScriptInput) {
  const { call } = useService()
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    onSettled: () => invalidatePaths(queryClient, ['/scripts']),
    mutationFn: async (): Promise<scripts.Script> => {
      const script = await call(scripts.createScript, {
        body: { asset, part, language },
        headers: { 'idempotency-key': randomKey() },
      })
      if (!file) return script
      const params = { id: script._id }
      try {
        const body = new Uint8Array(await file.arrayBuffer())
        const query = { format: detectFormat(file.name, body)!, times: 'take' } as const
        const { read } = await call(scripts.scriptLines.import, { params, query, body })
        return { ...script, lines: read }
      } catch (error) {
        await call(scripts.removeScript, { params }).catch(() => {})
        throw error
      }
    },
  })
}
