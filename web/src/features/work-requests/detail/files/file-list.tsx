import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { useDownload } from '../../../shared/use-download.ts'
import { IconButton } from '../../../../ui/fields/icon-button.tsx'
import { Breakable } from '../../../../ui/text/breakable.tsx'
import { StatusTag } from '../../../../ui/text/status-tag.tsx'
import { DownloadIcon } from '../../../../ui/icons/action-icons.tsx'
import { formatBytes } from '../../../../ui/format/format.ts'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'
import styles from './files.module.css'

/** Files by name, which open on the stage, with download buttons and the number of errors. */
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
  const mayDownload = useHasPermission('file.download')
  const { download, isBusy } = useDownload()
  if (ids.length === 0) return null
  return (
    <ul className={styles.files}>
      {ids.map((id) => {
        const file = files.find(id)
        const name = file?.name ?? t('hiddenFile')
        const errors = file?.warnings.filter(({ severity }) => severity === 'error').length ?? 0
        return (
          <li key={id}>
            {file?.verified ? (
              <Link
                to="."
                search={(current) => ({ ...current, file: id })}
                replace
                resetScroll={false}
                dir="auto"
              >
                <Breakable text={name} />
              </Link>
            ) : (
              <span dir="auto">
                <Breakable text={name} />
              </span>
            )}
            {file?.length != null && (
              <span className={section.hint}> {formatBytes(file.length)}</span>
            )}
            {errors > 0 && (
              <span className={styles.errorTag}>
                <StatusTag tone="bad">{t('fileErrors', { count: errors })}</StatusTag>
              </span>
            )}
            {mayDownload && file?.verified && (
              <IconButton
                label={t('downloadFile', { name })}
                isBusy={isBusy}
                onClick={() => download([id])}
              >
                <DownloadIcon />
              </IconButton>
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
