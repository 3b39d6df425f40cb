import { useState } from 'react'
import { sso } from '@reelay/api/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { forgetPendingSso, pendingSso } from '../credentials/sso.ts'
import { safeReturnPath } from './return-path.ts'
import { useStay } from './use-sign-in.ts'

/** Exchanges the code of the redirect for a session, or connects the identity to the account. */
export function useSsoReturn() {
  const { t } = useTranslation('sign-in')
  const service = useService()
  const stayOnDevice = useStay()
  const router = useRouter()
  const code = new URLSearchParams(useLocation().hash).get('code')
  const [pending] = useState(pendingSso)

  const finish = async (secondFactor?: string) => {
    if (!code || !pending) throw Object.assign(new Error('No code'), { name: 'SsoExpired' })
    const body = { code, verifier: pending.verifier }
    const headers: Record<string, string> =
      secondFactor === undefined ? {} : { 'x-otp': secondFactor }
    if (pending.purpose === 'connect') {
      await service.call(sso.linkIdentity, { body })
      showToast(t('sso.connected', { provider: pending.providerName }))
    } else if (pending.purpose === 'verify') {
      await service.call(sso.verifyWithSso, { body, headers })
      showToast(t('sso.verified'))
    } else {
      service.session.save(await service.callAs(undefined, sso.signInWithSso, { body, headers }))
      if (pending.stay) await stayOnDevice()
    }
    forgetPendingSso()
    router.history.replace(safeReturnPath(pending.back))
    return true
  }

  // A query, because it runs once however often the component mounts. The code works once.
  const exchange = useQuery({
    queryKey: ['sso-return', code],
    queryFn: () => finish(),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const confirm = useMutation({ mutationFn: finish })
  return { pending, exchange, confirm }
}
