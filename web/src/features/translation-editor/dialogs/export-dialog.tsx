import { useState } from 'react'
import { Button } from '@mantine/core'
import { translations, type lines } from '@reelay/api/contract'
import { CUE_VARIANTS, type CueVariant } from '@reelay/subtitles/delivery'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useService } from '../../../api/service-context.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { explainError } from '../../../ui/feedback/explain-error.ts'
import { saveFile } from '../../../ui/files/save-file.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { ImportWarnings } from '../../shared/line-import/import-warnings.tsx'
import { useEditor } from '../editor-context.ts'
import {
  listTargetOf,
  targetOf,
  useExportTargets,
  useListTargets,
} from '../../shared/export-targets.ts'
import styles from './dialogs.module.css'

/** A file that loses something is written only after a person has seen what. */
export function ExportDialog({
  translation: { _id: id, language },
  name,
}: {
  translation: translations.Translation
  name: string
}) {
  const { t } = useTranslation(['translation-editor', 'trade'])
  const { call } = useService()
  const { store } = useEditor()
  const { data: deliveries = [] } = useEndpointQuery(translations.listTranslationDeliveries, {
    params: { id },
  })
  const [chosen, setTarget] = useState<string>()
  const target = chosen ?? deliveries[0]?.profile ?? 'srt'
  const uses = deliveries.filter(({ profile }) => profile === target)
  const [content, setContent] = useState<'text' | 'source'>('text')
  const [variant, setVariant] = useState<CueVariant>()
  const [losses, setLosses] = useState<readonly lines.ExportWarning[]>([])
  const list = listTargetOf(target)
  const exportFile = async () => {
    await store.flush()
    try {
      if (list) {
        const query = { ...list, of: content }
        const bytes = await call(translations.translationLines.exportList, {
          params: { id },
          query,
        })
        return saveFile(bytes, `${name}.${language}.${list.list}.${list.format}`)
      }
      const { query, extension } = targetOf(target)
      const input = {
        params: { id },
        query: { ...query, of: content, ...(variant && { variant }) },
      }
      const { warnings } = await call(translations.translationLines.checkExport, input)
      if (warnings.length > 0 && losses.length === 0) return setLosses(warnings)
      const bytes = await call(translations.translationLines.export, input)
      const parts = [name, content === 'text' ? language : 'source', variant, extension]
      saveFile(bytes, parts.filter(Boolean).join('.'))
    } catch (error) {
      const { title, advice } = explainError(error as Error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
    }
  }
  return (
    <>
      <Select
        label={t('export.format')}
        value={target}
        options={[...useExportTargets(), ...useListTargets()]}
        onChange={(value) => {
          setTarget(value ?? 'srt')
          setLosses([])
        }}
      />
      {uses.length > 0 && (
        <p className={styles.secondary}>
          {t(uses.some(({ isOwn }) => isOwn) ? 'export.ownProfile' : 'export.usualProfile', {
            uses: uses.map(({ use }) => t(`trade:use.${use}`)).join(' · '),
          })}
        </p>
      )}
      {list?.list !== 'dialogue' && (
        <Select
          label={t('export.content')}
          value={content}
          options={[
            { value: 'text', name: t('export.text') },
            { value: 'source', name: t('export.source') },
          ]}
          onChange={(value) => {
            setContent(value as 'text' | 'source')
            setLosses([])
          }}
        />
      )}
      {!list && (
        <Select
          label={t('export.variant')}
          anyLabel={t('export.all')}
          value={variant}
          options={CUE_VARIANTS.map((value) => ({ value, name: t(`export.variants.${value}`) }))}
          onChange={(value) => {
            setVariant(value as CueVariant | undefined)
            setLosses([])
          }}
        />
      )}
      <ImportWarnings warnings={losses} of="export" />
      <div className={styles.actions}>
        <Button onClick={() => void exportFile()}>
          {losses.length > 0 ? t('trade:exportAnyway') : t('export.export')}
        </Button>
      </div>
    </>
  )
}
