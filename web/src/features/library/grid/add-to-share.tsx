import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { filesOfAssets } from './files-of-assets.ts'
import { useShareQueue } from '../../shares/queue/use-share-queue.ts'

type Props = { assets: readonly string[]; onAdded: () => void }

/** Puts the complete files of assets aside to share them. */
export function AddToShare({ assets, onAdded }: Props) {
  const { t } = useTranslation(['library', 'common'])
  const { call } = useService()
  const { add, isSaving } = useShareQueue()
  const find = useMutation({
    networkMode: 'always',
    meta: { reportError: true },
    mutationFn: () => filesOfAssets(call, assets),
    onSuccess: (found) => {
      if (found.length === 0) return showToast(t('noFilesToShare'), { tone: 'bad' })
      add(found)
      return onAdded()
    },
  })
  return (
    <Button variant="default" loading={find.isPending || isSaving} onClick={() => find.mutate()}>
      {t('common:addToShare')}
    </Button>
  )
}
