import { sso, type ReplyOf } from '@reelay/api/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useService } from '../../api/service-context.ts'
import { goToProvider, supportsSso } from '../credentials/sso.ts'
import { domainOf } from './email-domain.ts'

type SignInMethod = ReplyOf<typeof sso.findSignInMethod>
export type Provider = NonNullable<SignInMethod['provider']>

const TYPING_MS = 300

/**
 * The provider of the email's domain. Only the domain is sent, so the lookup says nothing about a
 * person. If it fails, people can still sign in with a password.
 */
export function useSignInMethod(email: string): SignInMethod {
  const { callAs } = useService()
  const domain = domainOf(email)
  const [typed] = useDebouncedValue(domain, TYPING_MS)
  const { data } = useQuery({
    queryKey: [sso.findSignInMethod.path, typed],
    queryFn: () => callAs(undefined, sso.findSignInMethod, { body: { email: `someone@${typed}` } }),
    enabled: typed !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  return data && typed === domain ? data : { provider: null, required: false, demo: null }
}

/** Leaves the page, so it stays pending until the provider has loaded. */
export const useGoToProvider = ({ back, stay }: { back: string | undefined; stay: boolean }) =>
  useMutation({
    mutationFn: async ({ provider, email }: { provider: Provider; email: string }) => {
      if (!supportsSso()) throw Object.assign(new Error('HTTPS needed'), { name: 'HttpsNeeded' })
      await goToProvider(provider, { purpose: 'sign-in', email, back, stay })
      await new Promise(() => {})
    },
  })
