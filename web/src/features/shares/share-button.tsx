import { useState, type ComponentType } from 'react'
import { Button } from '@mantine/core'
import { loadNamespaces, useTranslation } from '../../i18n/i18n.ts'
import { useHasPermission } from '../shared/current-user.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

type Props = { subject: ShareDialogProps['subject']; size?: 'xs' | 'sm' }

/** Opens the dialog to share a record. Its code and texts are loaded when it is needed. */
export function ShareButton({ subject, size }: Props) {
  const { t } = useTranslation()
  const mayShare = useHasPermission('workrequest.approve')
  const [dialog, setDialog] = useState<{ Loaded: ComponentType<ShareDialogProps> }>()
  if (!mayShare) return null
  const open = async () => {
    const [{ ShareDialog }] = await Promise.all([
      import('./share-dialog.tsx'),
      loadNamespaces('shares'),
    ])
    setDialog({ Loaded: ShareDialog })
  }
  return (
    <>
      <Button variant="default" {...(size && { size })} onClick={() => void open()}>
        {t('share')}
      </Button>
      {dialog && <dialog.Loaded subject={subject} onClose={() => setDialog(undefined)} />}
    </>
  )
}
