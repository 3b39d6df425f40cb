import { useState } from 'react'
import { sessions } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { showUndoToast } from '../../ui/feedback/toasts.tsx'

/** The whole list: the API stores at most 50 tokens per person. */
export const useTokens = () =>
  useEndpointQuery(sessions.listTokens, { range: { first: 0, last: 99 } })

/** A revoked token cannot be restored, so it is only hidden until the undo has expired. */
export function useRevokeTokens() {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { mutate } = useEndpointMutation(sessions.removeToken, {
    invalidates: ['/session/tokens'],
  })
  return {
    isVisible: ({ _id }: sessions.Token) => !hidden.has(_id),
    revoke: (tokens: sessions.Token[], text: string) => {
      const ids = tokens.map(({ _id }) => _id)
      setHidden((before) => new Set([...before, ...ids]))
      showUndoToast(text, {
        undo: t('undo'),
        run: () => ids.forEach((id) => mutate({ params: { id } })),
        undone: () => setHidden((before) => new Set([...before].filter((id) => !ids.includes(id)))),
      })
    },
  }
}
