import { useCallback, useEffect, useRef, useState } from 'react'
import {
  checkLink,
  openLink,
  readShare,
  ShareError,
  type Opened,
  type SharedPage,
} from './share-client.ts'

export type ShareState =
  | { step: 'loading' }
  | { step: 'passphrase'; error?: ShareError }
  | { step: 'failed'; error: Error }
  | { step: 'open'; token: string; share: SharedPage }

/** Opens the link. A reload of the page continues the session, and is no second opening. */
export function useShare(code: string) {
  const [state, setState] = useState<ShareState>({ step: 'loading' })
  const key = `reelay.share.${code}`
  /** Somebody who gives their name opens the link again. */
  const passphrase = useRef<string>(undefined)

  const show = useCallback(
    ({ token, share }: Opened) => {
      sessionStorage.setItem(key, token)
      setState({ step: 'open', token, share })
    },
    [key],
  )

  const open = useCallback(
    async (body: { passphrase?: string; name?: string }) => {
      passphrase.current = body.passphrase ?? passphrase.current
      try {
        const known = passphrase.current
        show(await openLink(code, { ...(known !== undefined && { passphrase: known }), ...body }))
      } catch (error) {
        const isPassphrase = error instanceof ShareError && body.passphrase !== undefined
        setState(
          isPassphrase && (error.status === 403 || error.status === 429)
            ? { step: 'passphrase', error }
            : { step: 'failed', error: error as Error },
        )
      }
    },
    [code, show],
  )

  useEffect(() => {
    const start = async () => {
      const token = sessionStorage.getItem(key)
      const share = token && (await readShare(token).catch(() => undefined))
      if (token && share) return show({ token, share })
      const { hasPassphrase } = await checkLink(code)
      return hasPassphrase ? setState({ step: 'passphrase' }) : open({})
    }
    start().catch((error: unknown) => setState({ step: 'failed', error: error as Error }))
  }, [code, key, open, show])

  const update = useCallback(
    (share: SharedPage) =>
      setState((current) => (current.step === 'open' ? { ...current, share } : current)),
    [],
  )
  return { state, open, update }
}
