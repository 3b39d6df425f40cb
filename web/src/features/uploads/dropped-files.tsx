import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { EMPTY_CHOICE, isComplete, useCreateProject } from '../new-records/project-choice.ts'
import { ProjectField, useDefaultChoice } from '../new-records/project-field.tsx'
import { useCreateAsset } from '../new-records/use-create-asset.ts'
import { AssetPicker } from '../shared/asset-picker.tsx'
import { useProjects } from '../shared/lookups.ts'
import { DroppedFileRow } from './dropped-file-row.tsx'
import { FileMetadataForm } from './file-metadata-form.tsx'
import { useCurrentProject } from './current-asset.ts'
import { useDropDestinations } from './use-drop-destinations.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { UnfinishedUpload } from './upload-queue.ts'
import type { DroppedFile, FileMetadata } from './upload-store.ts'
import styles from './uploads.module.css'

type Props = { files: readonly DroppedFile[]; unfinished: readonly UnfinishedUpload[] }

/** Shows where each dropped file will go, and lets the user change it before the upload. */
export function DroppedFiles({ files, unfinished }: Props) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const heading = useRef<HTMLHeadingElement>(null)
  const destinations = useDropDestinations(unfinished)
  const { destinationOf, choose } = destinations
  const [metadata, setMetadata] = useState<FileMetadata>({})
  const { choice, setChoice } = useProjectChoice()
  const { upload, isPending } = useStartUploads({ choice, setChoice, unfinished, metadata })
  useEffect(() => heading.current?.focus(), [])
  const withoutAsset = files.filter((file) => !destinationOf(file)).length
  const newAssets = files.filter((file) => destinationOf(file)?.kind === 'new').length
  const isReady = withoutAsset === 0 && (newAssets === 0 || isComplete(choice))
  const title = newAssets
    ? t('createAssets', { count: newAssets })
    : t('selectAssets', { count: files.length })
  return (
    <section className={styles.droppedFiles} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {newAssets > 0 && <ProjectField choice={choice} onChange={setChoice} />}
      {newAssets < files.length && (
        <AssetPicker
          label={files.length > 1 ? t('assetForAll') : t('asset')}
          onSelect={(asset) =>
            choose(
              files.map(({ key }) => key),
              { kind: 'file', asset },
            )
          }
        />
      )}
      <ul className={styles.files}>
        {files.map((file) => (
          <DroppedFileRow key={file.key} file={file} destinations={destinations} />
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
        <Button
          loading={isPending}
          disabled={!isReady}
          onClick={() => upload(files.map((file) => ({ file, destination: destinationOf(file)! })))}
        >
          {t('upload', { count: files.length })}
        </Button>
        <Button
          variant="default"
          onClick={() => queue.removeDropped(...files.map(({ key }) => key))}
        >
          {t('common:cancel')}
        </Button>
      </div>
    </section>
  )
}

/** The project of the current page, or the first active one. */
function useProjectChoice() {
  const current = useCurrentProject()
  const { records } = useProjects()
  const first = records.find(({ status }) => status === 'active')?._id
  const [typed, setChoice] = useState<typeof EMPTY_CHOICE | undefined>()
  const choice = useDefaultChoice(typed ?? { ...EMPTY_CHOICE, project: current ?? first })
  return { choice, setChoice }
}

type FileToUpload = {
  file: DroppedFile
  destination: NonNullable<ReturnType<ReturnType<typeof useDropDestinations>['destinationOf']>>
}

/** Each file leaves the list when its upload starts, so a retry continues with the others. */
function useStartUploads({
  choice,
  setChoice,
  unfinished,
  metadata,
}: ReturnType<typeof useProjectChoice> & {
  unfinished: readonly UnfinishedUpload[]
  metadata: FileMetadata
}) {
  const queue = useUploadQueue()
  const createProject = useCreateProject()
  const createAsset = useCreateAsset()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    meta: { reportError: true },
    mutationFn: async (all: FileToUpload[]) => {
      let project = choice.project
      for (const { file, destination } of all) {
        if (destination.kind === 'new' && project === undefined) {
          project = (await createProject(choice))._id
          setChoice({ ...choice, project })
        }
        const asset =
          destination.kind === 'new'
            ? await createAsset({ ...destination.draft, project: project! }, file.key)
            : destination.asset
        const resumable = unfinished.filter((one) => one.asset._id === asset._id)
        queue.add(asset, [file.data], resumable, metadata, {
          isCut: destination.kind === 'cut',
          isNewAsset: destination.kind === 'new',
        })
        queue.removeDropped(file.key)
      }
    },
  })
  return { upload: mutate, isPending }
}
