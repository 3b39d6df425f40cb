import { useState } from 'react'
import { sessions, type ReplyOf } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { safeReturnPath } from './return-path.ts'
import { useService } from '../../api/service-context.ts'
import type { Service } from '../../api/service.ts'

export type PasswordCredential = { email: string; password: string }
type TwoFactorSetup = ReplyOf<typeof sessions.beginTwofactor>
type TwoFactorConfirmation = ReplyOf<typeof sessions.confirmTwofactor>
export type SignInStep =
  | { at: 'password' }
  | ({ at: 'code' } & PasswordCredential)
  | ({ at: 'set-up'; begun: TwoFactorSetup } & PasswordCredential)
  | { at: 'recovery'; email: string; confirmed: TwoFactorConfirmation }
  | { at: 'in' }

/**
 * From a password to a session: asks for the two-factor code, or sets two-factor authentication up
 * if the studio requires it.
 */
export function useSignIn(back?: string) {
  const service = useService()
  const router = useRouter()
  const [step, setStep] = useState<SignInStep>({ at: 'password' })
  const go = (next: SignInStep) => {
    if (next.at === 'in') router.history.replace(safeReturnPath(back))
    else setStep(next)
  }

  const signIn = useMutation({
    mutationFn: (input: PasswordCredential & { code?: string }) => attemptSignIn(service, input),
    onSuccess: go,
  })
  const confirm = useMutation({
    mutationFn: ({ code, ...credential }: PasswordCredential & { code: string }) =>
      service.callAs(credential, sessions.confirmTwofactor, { body: { code } }),
    onSuccess: (confirmed, { email }) => go({ at: 'recovery', email, confirmed }),
  })
  return {
    step,
    signIn,
    confirm,
    restart: () => {
      signIn.reset()
      confirm.reset()
      setStep({ at: 'password' })
    },
    proceed: ({ session }: TwoFactorConfirmation) => {
      if (session) service.session.save(session)
      go({ at: 'in' })
    },
  }
}

async function attemptSignIn(
  service: Service,
  { code, ...credential }: PasswordCredential & { code?: string },
): Promise<SignInStep> {
  try {
    await service.signIn({ ...credential, ...(code !== undefined && { code }) })
    return { at: 'in' }
  } catch (error) {
    if (!requiresCode(error) || code !== undefined) throw error
    return isNotEnrolled(error)
      ? {
          at: 'set-up',
          ...credential,
          begun: await service.callAs(credential, sessions.beginTwofactor, {}),
        }
      : { at: 'code', ...credential }
  }
}

/** Two-factor authentication is required but not set up. */
const isNotEnrolled = (error: unknown): boolean =>
  error instanceof ApiError && error.headers.get('x-otp-enrolled') === 'false'

export const requiresCode = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.headers.get('x-otp') === 'required'
