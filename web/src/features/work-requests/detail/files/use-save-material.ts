import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'

export type MaterialOf = workrequests.WorkRequest['materials'][number]

export function useSaveMaterial(request: workrequests.WorkRequest, material: MaterialOf) {
  const { t } = useTranslation(['request', 'common'])
  const { mutateAsync, isPending } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** The mutation shows its own errors. */
  const save = (change: Partial<MaterialOf>, reason?: string) =>
    mutateAsync({
      params: { id: request._id },
      body: { materials: [{ ...material, ...change }], ...(reason && { reason }) },
    }).catch(() => undefined)
  const saveWithUndo = async (change: Partial<MaterialOf>, message: string) => {
    if (await save(change))
      showToast(message, {
        action: { name: t('common:undo'), run: () => void save(material, t('undoReason')) },
      })
  }
  return { save, saveWithUndo, isPending }
}
