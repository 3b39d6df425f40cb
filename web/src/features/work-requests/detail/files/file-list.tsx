import { CloseButton } from '@mantine/core'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useHasRight } from '../../../shared/current-user.ts'
import { useDownload } from '../../../shared/use-download.ts'
import { Breakable } from '../../../../ui/text/breakable.tsx'
import { StatusTag } from '../../../../ui/text/tag.tsx'
import { formatBytes } from '../../../../ui/format/format.ts'
import type { AssetFiles } from './use-asset-files.ts'
import styles from '../work-request-page.module.css'

/** Files by name, each to be downloaded by who may. What would be sent back with it says so. */
export function FileList({
  ids,
  files,
  onRemove,
}: {
  ids: readonly string[]
  files: AssetFiles
  onRemove?: ((id: string) => void) | undefined
}) {
  const { t } = useTranslation('request')
  const mayDownload = useHasRight('file.download')
  const { download, isBusy } = useDownload()
  if (ids.length === 0) return null
  return (
    <ul className={styles.files}>
      {ids.map((id) => {
        const file = files.fileOf(id)
        const name = file?.name ?? t('fileElsewhere')
        const faults = file?.warnings.filter(({ severity }) => severity === 'error').length ?? 0
        return (
          <li key={id}>
            {mayDownload && file?.verified ? (
              <button
                type="button"
                className={styles.link}
                disabled={isBusy}
                onClick={() => download([id])}
                aria-label={t('downloadThis', { name })}
                dir="auto"
              >
                <Breakable text={name} />
              </button>
            ) : (
              <span dir="auto">
                <Breakable text={name} />
              </span>
            )}
            {file?.length != null && (
              <span className={styles.lesser}> {formatBytes(file.length)}</span>
            )}
            {faults > 0 && (
              <span className={styles.fault}>
                <StatusTag tone="bad">{t('faults', { count: faults })}</StatusTag>
              </span>
            )}
            {onRemove && (
              <CloseButton
                size="sm"
                aria-label={t('removeFile', { name })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
