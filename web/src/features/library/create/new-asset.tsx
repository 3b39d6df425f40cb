import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { assettypes } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { randomKey } from '../../../api/random-key.ts'
import { useProjects } from '../../shared/lookups.ts'
import { pickFiles } from '../../uploads/pick-files.ts'
import { useUploadQueue } from '../../uploads/upload-queue-context.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { assetNameOf, guessType } from '../../new-records/asset-draft.ts'
import { EMPTY_CHOICE, isComplete, useCreateProject } from '../../new-records/project-choice.ts'
import { ProjectField, useDefaultChoice } from '../../new-records/project-field.tsx'
import { useCreateAsset } from '../../new-records/use-create-asset.ts'
import styles from './create.module.css'

type Props = { project?: string | undefined; onClose: () => void }

/** Creates an asset and opens it. Its film is uploaded in the background. */
export function NewAsset({ project, onClose }: Props) {
  const { t } = useTranslation(['new-records', 'common'])
  const form = useNewAsset(project, onClose)
  const { file, choice } = form
  return (
    <FormDialog
      title={t('newAsset')}
      onClose={onClose}
      onSubmit={() => form.create.mutate()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            type="submit"
            loading={form.create.isPending}
            disabled={!form.name.trim() || !form.type || !isComplete(choice)}
          >
            {t('createAsset')}
          </Button>
        </>
      }
    >
      <div className={styles.file}>
        <Button variant="default" onClick={() => pickFiles(([picked]) => form.setFile(picked))}>
          {file ? t('otherFile') : t('chooseFile')}
        </Button>
        <span className={styles.fileName} dir="auto">
          {file?.name ?? t('fileOptional')}
        </span>
      </div>
      <TextInput
        label={t('assetName')}
        placeholder={t('assetPlaceholder')}
        value={form.name}
        required
        maxLength={300}
        dir="auto"
        onChange={({ currentTarget }) => form.setName(currentTarget.value)}
      />
      <Select
        label={t('type')}
        value={form.type}
        options={form.types.map(({ slug, name }) => ({ value: slug, name }))}
        onChange={form.setType}
      />
      <ProjectField choice={choice} onChange={form.setChoice} />
    </FormDialog>
  )
}

function useNewAsset(project: string | undefined, onClose: () => void) {
  const queue = useUploadQueue()
  const navigate = useNavigate()
  const projects = useProjects()
  const { data } = useEndpointQuery(assettypes.listAssetTypes, { range: { first: 0, last: 499 } })
  const types = data?.items ?? []
  const [key] = useState(randomKey)
  const [file, setFile] = useState<File | undefined>()
  const [name, setName] = useState<string | undefined>()
  const [type, setType] = useState<string | undefined>()
  const first = projects.records.find(({ status }) => status === 'active')?._id
  const [typed, setChoice] = useState<typeof EMPTY_CHOICE | undefined>()
  const choice = useDefaultChoice(typed ?? { ...EMPTY_CHOICE, project: project ?? first })
  const shownName = name ?? (file ? assetNameOf(file.name) : '')
  const shownType = type ?? guessType(file?.name ?? '.mov', types)
  const createProject = useCreateProject()
  const createAsset = useCreateAsset()
  const create = useMutation({
    mutationFn: async () => {
      const { _id } = await createProject(choice)
      // A second attempt must not create the project again.
      setChoice({ ...choice, project: _id })
      return createAsset({ name: shownName, type: shownType!, project: _id }, key)
    },
    meta: { reportError: true },
    onSuccess: (asset) => {
      if (file) queue.add(asset, [file], [], {}, { isNewAsset: true })
      onClose()
      void navigate({ to: '/assets/$id', params: { id: asset.slug } })
    },
  })
  return {
    file,
    setFile,
    name: shownName,
    setName,
    type: shownType,
    setType,
    types,
    choice,
    setChoice,
    create,
  }
}
