import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations } from '@reelay/api/contract'
import { FORMAT_EXTENSIONS, FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { useEditor } from '../editor-context.ts'
import { useFormatOptions } from './subtitle-formats.ts'
import styles from './dialogs.module.css'

export function ExportDialog({
  translation: { _id: id, language },
  name,
}: {
  translation: translations.Translation
  name: string
}) {
  const { t } = useTranslation('translation-editor')
  const { call } = useService()
  const { store } = useEditor()
  const [format, setFormat] = useState<FormatName>('srt')
  const [content, setContent] = useState<'text' | 'source'>('text')
  const exportFile = async () => {
    await store.flush()
    try {
      const bytes = await call(translations.translationLines.export, {
        params: { id },
        query: { format, of: content },
      })
      saveFile(
        bytes,
        `${name}.${content === 'text' ? language : 'source'}.${FORMAT_EXTENSIONS[format][0]}`,
      )
    } catch (error) {
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }
  return (
    <>
      <Select
        label={t('export.format')}
        value={format}
        options={useFormatOptions(FORMAT_NAMES)}
        onChange={(value) => setFormat(value as FormatName)}
      />
      <Select
        label={t('export.content')}
        value={content}
        options={[
          { value: 'text', name: t('export.text') },
          { value: 'source', name: t('export.source') },
        ]}
        onChange={(value) => setContent(value as 'text' | 'source')}
      />
      <div className={styles.actions}>
        <Button onClick={() => void exportFile()}>{t('export.export')}</Button>
      </div>
    </>
  )
}
