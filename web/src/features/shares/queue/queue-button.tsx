import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { IconButton } from '../../../ui/fields/icon-button.tsx'
import { ShareIcon } from '../../../ui/icons/action-icons.tsx'
import type { QueuedFile } from './share-queue.ts'
import { useShareQueue } from './use-share-queue.ts'

type Props = {
  files: readonly QueuedFile[]
  /** For screen readers. */
  name?: string
  isIcon?: boolean
}

/** Puts files aside to share them later, together with others. */
export function QueueButton({ files, name, isIcon = false }: Props) {
  const mayShare = useHasPermission('workrequest.approve')
  return mayShare && files.length > 0 ? <Toggle files={files} name={name} isIcon={isIcon} /> : null
}

type ToggleProps = Pick<Props, 'files'> & { name: string | undefined; isIcon: boolean }

function Toggle({ files, name, isIcon }: ToggleProps) {
  const { t } = useTranslation()
  const { items, add, remove, isSaving } = useShareQueue()
  const isQueued = files.every(({ _id }) => items.some((item) => item._id === _id))
  const toggle = () => (isQueued ? remove(files.map(({ _id }) => _id)) : add(files))
  const text = t(isQueued ? 'removeFromShare' : 'addToShare')
  if (isIcon)
    return (
      <IconButton label={`${text} ${name ?? ''}`.trim()} isBusy={isSaving} onClick={toggle}>
        <ShareIcon />
      </IconButton>
    )
  return (
    <Button size="xs" variant="default" loading={isSaving} onClick={toggle}>
      {text}
      {name && <span className="visually-hidden"> {name}</span>}
    </Button>
  )
}
