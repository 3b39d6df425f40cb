import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { loadNamespaces, useTranslation } from '../../../i18n/i18n.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { pickFiles } from '../../uploads/pick-files.ts'
import { useUploadQueue } from '../../uploads/upload-queue-context.ts'
import styles from './create.module.css'

const NewProject = lazy(async () => {
  const [{ NewProject: loaded }] = await Promise.all([
    import('../../new-records/new-project.tsx'),
    loadNamespaces('new-records'),
  ])
  return { default: loaded }
})
const NewAsset = lazy(async () => {
  const [{ NewAsset: loaded }] = await Promise.all([
    import('./new-asset.tsx'),
    loadNamespaces('new-records'),
  ])
  return { default: loaded }
})

type Props = {
  /** New assets go into this project. Without one, a new project is offered too. */
  project?: string
  /** The button that most people need on this page. */
  primary?: 'project' | 'asset'
}

/** The search leads here with the kind of record to create. */
const wantedRecord = (): 'project' | 'asset' | null => {
  const wanted = new URLSearchParams(location.search).get('new')
  return wanted === 'project' || wanted === 'asset' ? wanted : null
}

/** Buttons that create a project, an asset, or assets from films. Nothing without permission. */
export function NewRecordActions({ project, primary = 'asset' }: Props) {
  const { t } = useTranslation('new-records')
  const mayCreate = useHasPermission('asset.write')
  const mayUpload = useHasPermission('file.write')
  const queue = useUploadQueue()
  const [open, setOpen] = useState(wantedRecord)
  const variant = (kind: typeof primary) => (kind === primary ? 'filled' : 'default')
  const close = () => setOpen(null)
  if (!mayCreate) return null
  return (
    <div className={styles.actions}>
      <Button variant={variant('asset')} onClick={() => setOpen('asset')}>
        {t('newAsset')}
      </Button>
      {mayUpload && (
        <Button variant="default" onClick={() => pickFiles((files) => queue.addDropped(files))}>
          {t('uploadFilms')}
        </Button>
      )}
      {project === undefined && (
        <Button variant={variant('project')} onClick={() => setOpen('project')}>
          {t('newProject')}
        </Button>
      )}
      <Suspense>
        {open === 'project' && <NewProject onClose={close} />}
        {open === 'asset' && <NewAsset project={project} onClose={close} />}
      </Suspense>
    </div>
  )
}
