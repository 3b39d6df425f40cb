import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { AssetPicker } from '../shared/asset-picker.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import { FileMetadataForm } from './file-metadata-form.tsx'
import { useUploadQueue } from './upload-queue-context.ts'
import { useCurrentAsset } from './current-asset.ts'
import { matchAsset } from './match-asset.ts'
import type { UnfinishedUpload } from './upload-queue.ts'
import type { DroppedFile, FileMetadata, TargetAsset } from './upload-store.ts'
import styles from './uploads.module.css'

type Props = { files: readonly DroppedFile[]; unfinished: readonly UnfinishedUpload[] }

/** Files are usually delivered for recent assets. */
const CANDIDATES = { first: 0, last: 199 }

/** Asks for the asset of each dropped file. Suggests one by the file name or the current page. */
export function DroppedFiles({ files, unfinished }: Props) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const heading = useRef<HTMLHeadingElement>(null)
  const { assetOf, select, selectForAll } = useAssetSelection(files, unfinished)
  const [metadata, setMetadata] = useState<FileMetadata>({})
  useEffect(() => heading.current?.focus(), [])
  const withoutAsset = files.filter((file) => !assetOf(file)).length
  const title = t('selectAssets', { count: files.length })
  const dismiss = () => queue.removeDropped(...files.map(({ key }) => key))
  const upload = () => {
    for (const file of files) {
      const asset = assetOf(file)!
      const resumable = unfinished.filter((one) => one.asset._id === asset._id)
      queue.add(asset, [file.data], resumable, metadata)
    }
    dismiss()
  }
  return (
    <section className={styles.droppedFiles} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <AssetPicker
        label={files.length > 1 ? t('assetForAll') : t('asset')}
        onSelect={selectForAll}
      />
      <ul className={styles.files}>
        {files.map((file) => (
          <DroppedFileRow
            key={file.key}
            file={file}
            asset={assetOf(file)}
            isOnly={files.length === 1}
            onSelect={(asset) => select(file, asset)}
          />
        ))}
      </ul>
      <details className={styles.details}>
        <summary>{t('metadataForAll')}</summary>
        <FileMetadataForm metadata={metadata} onChange={setMetadata} />
      </details>
      {withoutAsset > 0 && (
        <p className={styles.status}>{t('assetMissing', { count: withoutAsset })}</p>
      )}
      <div className={styles.actions}>
        <Button onClick={upload} disabled={withoutAsset > 0}>
          {t('upload', { count: files.length })}
        </Button>
        <Button variant="default" onClick={dismiss}>
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  )
}

/** In order of preference: selected, unfinished upload, current page, file name. */
function useAssetSelection(files: readonly DroppedFile[], unfinished: readonly UnfinishedUpload[]) {
  const { asset: currentAsset } = useCurrentAsset()
  const { data } = useEndpointQuery(assets.listAssets, {
    query: { order: '-created' },
    range: CANDIDATES,
  })
  const [selected, setSelected] = useState<Record<string, TargetAsset>>({})
  const resumableAsset = ({ data: { name, size } }: DroppedFile) =>
    unfinished.find((one) => !one.error && one.name === name && one.length === size)?.asset
  return {
    assetOf: (file: DroppedFile): TargetAsset | undefined =>
      selected[file.key] ??
      resumableAsset(file) ??
      currentAsset ??
      matchAsset(file.data.name, data?.items ?? []),
    select: (file: DroppedFile, asset: TargetAsset) =>
      setSelected({ ...selected, [file.key]: asset }),
    selectForAll: (asset: TargetAsset) =>
      setSelected(Object.fromEntries(files.map(({ key }) => [key, asset]))),
  }
}

type RowProps = {
  file: DroppedFile
  asset: TargetAsset | undefined
  isOnly: boolean
  onSelect: (asset: TargetAsset) => void
}

function DroppedFileRow({ file: { key, data }, asset, isOnly, onSelect }: RowProps) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const [isChanging, setChanging] = useState(false)
  return (
    <li>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={data.name} />
          </span>
          <span className={styles.status}>
            {formatBytes(data.size)} ·{' '}
            {asset ? (
              <>
                {t('for')} <strong dir="auto">{asset.name}</strong>
              </>
            ) : (
              t('noAsset')
            )}
          </span>
        </div>
        <div className={styles.buttons}>
          {!isOnly && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('common:edit')}: ${data.name}`}
              aria-expanded={isChanging}
              onClick={() => setChanging(!isChanging)}
            >
              {t('common:edit')}
            </Button>
          )}
          <button
            type="button"
            className={styles.remove}
            aria-label={`${t('common:remove')}: ${data.name}`}
            onClick={() => queue.removeDropped(key)}
          >
            ×
          </button>
        </div>
      </div>
      {isChanging && (
        <AssetPicker
          label={t('asset')}
          onSelect={(picked) => {
            onSelect(picked)
            setChanging(false)
          }}
        />
      )}
    </li>
  )
}
