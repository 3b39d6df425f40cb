import { sessions } from '@reelay/api/contract'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'

/** The whole list: the API stores at most 50 tokens per person. */
export const useTokens = () =>
  useEndpointQuery(sessions.listTokens, { range: { first: 0, last: 99 } })

/** Ends sessions or revokes tokens, and says so. The mutation shows its own errors. */
export function useRevokeTokens() {
  const { mutateAsync } = useEndpointMutation(sessions.removeToken, {
    invalidates: ['/session/tokens'],
  })
  return async (tokens: sessions.Token[], done: string) => {
    const revoked = tokens.map(({ _id }) => mutateAsync({ params: { id: _id } }))
    const results = await Promise.allSettled(revoked)
    if (results.every(({ status }) => status === 'fulfilled')) showToast(done)
  }
}
