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
import { guessProject } from './guess-project.ts'
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
  const usable = files.filter(({ problem }) => !problem)
  const newFiles = usable.filter((file) => destinationOf(file)?.kind === 'new')
  const { choice, setChoice } = useProjectChoice(newFiles)
  const { upload, isPending } = useStartUploads({ choice, setChoice, unfinished, metadata })
  useEffect(() => heading.current?.focus(), [])
  const withoutAsset = usable.filter((file) => !destinationOf(file)).length
  const newAssets = newFiles.length
  const isProjectMissing = newAssets > 0 && !isComplete(choice)
  const isReady =
    usable.length > 0 && withoutAsset === 0 && !isProjectMissing && !destinations.isPending
  const title = newAssets
    ? t('createAssets', { count: newAssets })
    : t('selectAssets', { count: files.length })
  return (
    <section className={styles.droppedFiles} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {newAssets > 0 && <ProjectField choice={choice} onChange={setChoice} />}
      {newAssets < usable.length && (
        <AssetPicker
          label={usable.length > 1 ? t('assetForAll') : t('asset')}
          onSelect={(asset) =>
            choose(
              usable.map(({ key }) => key),
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
      {isProjectMissing && <p className={styles.status}>{t('projectMissing')}</p>}
      <div className={styles.actions}>
        <Button
          loading={isPending}
          disabled={!isReady}
          onClick={() =>
            upload(usable.map((file) => ({ file, destination: destinationOf(file)! })))
          }
        >
          {t('upload', { count: usable.length })}
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

/** The project of the current page, or the one that the files are named after. */
function useProjectChoice(newFiles: readonly DroppedFile[]) {
  const current = useCurrentProject()
  const { records } = useProjects()
  const guessed = guessProject(
    newFiles.map(({ data }) => data.name),
    records.filter(({ status }) => status === 'active'),
  )
  const [typed, setChoice] = useState<typeof EMPTY_CHOICE | undefined>()
  const choice = useDefaultChoice(typed ?? { ...EMPTY_CHOICE, project: current ?? guessed })
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
