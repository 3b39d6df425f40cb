import { useState } from 'react'
import { passkeys, sessions, type ReplyOf } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { signWithPasskey } from '../credentials/passkey.ts'
import { safeReturnPath } from './return-path.ts'
import { useService } from '../../api/service-context.ts'
import { WEB_SESSION, type Service } from '../../api/service.ts'

export type PasswordCredential = { email: string; password: string }
type TwoFactorSetup = ReplyOf<typeof sessions.beginTwofactor>
type TwoFactorConfirmation = ReplyOf<typeof sessions.confirmTwofactor>
/** What the account has as second factor. */
export type SecondFactor = 'code' | 'passkey'
export type SignInStep =
  | { at: 'password' }
  | ({ at: 'code'; factors: SecondFactor[] } & PasswordCredential)
  | ({ at: 'set-up'; begun: TwoFactorSetup } & PasswordCredential)
  | { at: 'recovery'; email: string; confirmed: TwoFactorConfirmation }
  | { at: 'in' }

/**
 * From a password to a session: asks for the two-factor code, or sets two-factor authentication up
 * if the studio requires it.
 */
export function useSignIn(back?: string, { stay = false } = {}) {
  const service = useService()
  const stayOnDevice = useStay()
  const router = useRouter()
  const [step, setStep] = useState<SignInStep>({ at: 'password' })
  const go = async (next: SignInStep) => {
    if (next.at !== 'in') return setStep(next)
    if (stay) await stayOnDevice()
    router.history.replace(safeReturnPath(back))
  }

  const signIn = useMutation({
    mutationFn: (input: PasswordCredential & { code?: string }) => attemptSignIn(service, input),
    onSuccess: go,
  })
  const confirm = useMutation({
    mutationFn: ({ code, ...credential }: PasswordCredential & { code: string }) =>
      service.callAs(credential, sessions.confirmTwofactor, {
        body: { code },
        headers: WEB_SESSION,
      }),
    onSuccess: (confirmed, { email }) => go({ at: 'recovery', email, confirmed }),
  })
  const passkey = useMutation({
    mutationFn: (password?: PasswordCredential) => signInWithPasskey(service, password),
    onSuccess: go,
  })
  return {
    step,
    signIn,
    confirm,
    passkey,
    restart: () => {
      signIn.reset()
      confirm.reset()
      passkey.reset()
      setStep({ at: 'password' })
    },
    proceed: ({ session }: TwoFactorConfirmation) => {
      if (session) service.session.save(session)
      void go({ at: 'in' })
    },
  }
}

/** The person is signed in either way, so a failure is only reported. */
export function useStay() {
  const { t } = useTranslation('sign-in')
  const service = useService()
  return () =>
    service.stay().catch(() => {
      showToast(t('stay.failed'), { tone: 'bad' })
    })
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
      : { at: 'code', factors: secondFactorsIn(error), ...credential }
  }
}

/** With a password, the passkey is the second factor. Without one, it replaces the password. */
async function signInWithPasskey(
  { callAs, session }: Service,
  password?: PasswordCredential,
): Promise<SignInStep> {
  const [start, finish] = password
    ? [passkeys.startPasskeyFactor, passkeys.signInWithPasskeyFactor]
    : [passkeys.startPasskeySignIn, passkeys.signInWithPasskey]
  const credential = await signWithPasskey(await callAs(password, start, {}))
  session.save(await callAs(password, finish, { body: { credential } }))
  return { at: 'in' }
}

const secondFactorsIn = (error: unknown): SecondFactor[] => {
  const named = error instanceof ApiError ? (error.headers.get('x-second-factor') ?? '') : ''
  const factors = (['code', 'passkey'] as const).filter((factor) => named.includes(factor))
  return factors.length ? factors : ['code']
}

/** Two-factor authentication is required but not set up. */
const isNotEnrolled = (error: unknown): boolean =>
  error instanceof ApiError && error.headers.get('x-otp-enrolled') === 'false'

export const requiresCode = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 401 || error.code === 'session.code-required') &&
  error.headers.get('x-otp') === 'required'
