import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import type { QueuedFile } from './share-queue.ts'
import { useShareQueue } from './use-share-queue.ts'

type Props = { files: readonly QueuedFile[]; /** For screen readers. */ name?: string }

/** Puts files aside to share them later, together with others. */
export function QueueButton({ files, name }: Props) {
  const mayShare = useHasPermission('workrequest.approve')
  return mayShare && files.length > 0 ? <Toggle files={files} name={name} /> : null
}

function Toggle({ files, name }: Pick<Props, 'files'> & { name: string | undefined }) {
  const { t } = useTranslation()
  const { items, add, remove, isSaving } = useShareQueue()
  const isQueued = files.every(({ _id }) => items.some((item) => item._id === _id))
  return (
    <Button
      size="xs"
      variant="default"
      loading={isSaving}
      onClick={() => (isQueued ? remove(files.map(({ _id }) => _id)) : add(files))}
    >
      {t(isQueued ? 'removeFromShare' : 'addToShare')}
      {name && <span className="visually-hidden"> {name}</span>}
    </Button>
  )
}
