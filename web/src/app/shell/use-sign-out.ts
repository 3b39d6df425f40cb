import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useService } from '../../api/service-context.ts'
import type { Service } from '../../api/service.ts'
import { t } from '../../i18n/i18n.ts'
import { countUnsavedEdits, removePrivateData } from '../private-data.ts'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { useUploadQueue } from '../../features/uploads/upload-queue-context.ts'

export function useSignOut() {
  const service = useService()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const queue = useUploadQueue()
  return useMutation({
    mutationFn: async () => {
      const count = await countUnsavedEdits()
      const action = t('shell.signOut')
      const question = { title: action, note: t('shell.signOutUnsaved', { count }), action }
      if (count > 0 && !(await confirmed(question))) return undefined
      const logoutUrl = await findLogoutUrl(service)
      return { ...(await service.signOut()), logoutUrl }
    },
    onSuccess: async (ended) => {
      if (!ended) return
      const { revoked, logoutUrl } = ended
      if (logoutUrl) {
        queue.clear()
        await removePrivateData(service)
        return window.location.assign(logoutUrl)
      }
      await navigate({
        to: '/sign-in',
        search: { because: revoked ? 'signed-out' : 'not-revoked' },
      })
      queryClient.clear()
      queue.clear()
      await removePrivateData(service)
    },
  })
}

/** Where the session at the identity provider ends. Loaded here to keep it out of the first load. */
const findLogoutUrl = (service: Service) =>
  import('../../features/sign-in/logout-url.ts').then(
    (loaded) => loaded.findLogoutUrl(service),
    () => undefined,
  )
