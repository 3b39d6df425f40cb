import { Button } from '@mantine/core'
import { files } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
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
    mutationFn: async () => {
      const found: files.File[] = []
      for (const asset of assets) {
        const { items } = await call(files.listFiles, {
          query: { asset },
          range: { first: 0, last: 199 },
        })
        found.push(...items.filter(({ verified }) => verified))
      }
      return found
    },
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
