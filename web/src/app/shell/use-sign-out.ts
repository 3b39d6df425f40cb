import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useService } from '../../api/service-context.ts'
import type { Service } from '../../api/service.ts'
import { useUploadQueue } from '../../features/uploads/upload-queue-context.ts'

export function useSignOut() {
  const service = useService()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const queue = useUploadQueue()
  return useMutation({
    mutationFn: async () => {
      const logoutUrl = await findLogoutUrl(service)
      return { ...(await service.signOut()), logoutUrl }
    },
    onSuccess: async ({ revoked, logoutUrl }) => {
      if (logoutUrl) {
        queue.clear()
        return window.location.assign(logoutUrl)
      }
      await navigate({
        to: '/sign-in',
        search: { because: revoked ? 'signed-out' : 'not-revoked' },
      })
      queryClient.clear()
      queue.clear()
    },
  })
}

/** Where the session at the identity provider ends. Loaded here to keep it out of the first load. */
const findLogoutUrl = (service: Service) =>
  import('../../features/sign-in/logout-url.ts').then(
    (loaded) => loaded.findLogoutUrl(service),
    () => undefined,
  )
