import { useState } from 'react'
import { sessions, type ReplyOf } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeBack } from '../../app/search-params.ts'
import { useService } from '../../api/queries.ts'
import type { Service } from '../../api/service.ts'

export type Proven = { email: string; password: string }
type Begun = ReplyOf<typeof sessions.beginTwofactor>
type Confirmed = ReplyOf<typeof sessions.confirmTwofactor>
/** Where somebody stands on the way in. */
export type Step =
  | { at: 'password' }
  | ({ at: 'code' } & Proven)
  | ({ at: 'set-up'; begun: Begun } & Proven)
  | { at: 'recovery'; email: string; confirmed: Confirmed }
  | { at: 'in' }

/**
 * From a password to the app: over the code of a second factor, or over setting one up where the
 * studio asks for one.
 */
export function useEntry(back?: string) {
  const service = useService()
  const router = useRouter()
  const [step, setStep] = useState<Step>({ at: 'password' })
  const go = (next: Step) => {
    if (next.at === 'in') router.history.replace(safeBack(back))
    else setStep(next)
  }

  const signIn = useMutation({
    mutationFn: (given: Proven & { code?: string }) => enter(service, given),
    onSuccess: go,
  })
  const confirm = useMutation({
    mutationFn: ({ code, ...proven }: Proven & { code: string }) =>
      service.callAs(proven, sessions.confirmTwofactor, { body: { code } }),
    onSuccess: (confirmed, { email }) => go({ at: 'recovery', email, confirmed }),
  })
  return {
    step,
    signIn,
    confirm,
    again: () => {
      signIn.reset()
      confirm.reset()
      setStep({ at: 'password' })
    },
    proceed: ({ session }: Confirmed) => {
      if (session) service.session.keep(session)
      go({ at: 'in' })
    },
  }
}

async function enter(
  service: Service,
  { code, ...proven }: Proven & { code?: string },
): Promise<Step> {
  try {
    await service.signIn({ ...proven, ...(code !== undefined && { code }) })
    return { at: 'in' }
  } catch (error) {
    if (!asksForCode(error) || code !== undefined) throw error
    return hasNone(error)
      ? {
          at: 'set-up',
          ...proven,
          begun: await service.callAs(proven, sessions.beginTwofactor, {}),
        }
      : { at: 'code', ...proven }
  }
}

/** A second factor is asked for that is still to be set up. */
const hasNone = (error: unknown): boolean =>
  error instanceof ApiError && error.headers.get('x-otp-enrolled') === 'false'

export const asksForCode = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.headers.get('x-otp') === 'required'
