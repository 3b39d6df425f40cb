import { sessions } from '@reelay/api/contract'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useDelayedRemoval } from '../../ui/feedback/delayed-removal.ts'

/** The whole list: the API stores at most 50 tokens per person. */
export const useTokens = () =>
  useEndpointQuery(sessions.listTokens, { range: { first: 0, last: 99 } })

export function useRevokeTokens() {
  const { mutateAsync } = useEndpointMutation(sessions.removeToken, {
    invalidates: ['/session/tokens'],
  })
  const { isVisible, removeLater } = useDelayedRemoval((id) => mutateAsync({ params: { id } }))
  return {
    isVisible: ({ _id }: sessions.Token) => isVisible(_id),
    revoke: (tokens: sessions.Token[], text: string) =>
      removeLater(
        tokens.map(({ _id }) => _id),
        text,
      ),
  }
}
