import { useState } from 'react'
import { Refusal, type Credential } from '@reelay/client'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useService } from '../../answers.ts'
import { safeBack } from '../../addresses.ts'
import { explain } from '../../ui/explain.ts'
import { Wordmark } from '../../ui/marks.tsx'
import { Page } from '../../ui/page.tsx'
import { CodeForm } from './code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './sign-in.module.css'

const route = getRouteApi('/sign-in')

const REASONS: Record<string, string> = {
  'expired': 'Your session has ended. Sign in, and you are back where you were.',
  'signed-out': 'You are signed out.',
  'not-revoked': 'You are signed out here, but the service could not be told. To be sure, sign in and out again when it can be reached.',
}

/** E-mail and password, then the code where the service asks for one. */
export function SignIn() {
  const { back, because } = route.useSearch()
  const router = useRouter()
  const service = useService()
  const [proven, setProven] = useState<Proven | null>(null)
  const signIn = useMutation({
    mutationFn: (credential: Proven & { code?: string }) => service.signIn(credential satisfies Credential),
    onSuccess: () => router.history.replace(safeBack(back)),
    onError: (error, { email, password }) => { if (asksForCode(error)) setProven({ email, password }) },
  })
  const reason = because && REASONS[because]

  return (
    <main className={styles.door}>
      <div className={styles.mark}><Wordmark /></div>
      <div className={styles.card}>
        {proven ? (
          <Page title="Enter your code" lead={`For ${proven.email}, from your authenticator app, or one of your recovery codes.`}>
            <CodeForm error={signIn.variables?.code === undefined ? undefined : whatToDo(signIn.error)} isPending={signIn.isPending} onCode={(code) => signIn.mutate({ ...proven, code })} onBack={() => { signIn.reset(); setProven(null) }} />
          </Page>
        ) : (
          <Page title="Sign in" lead={reason && <p role="status">{reason}</p>}>
            <PasswordForm error={whatToDo(signIn.error)} isPending={signIn.isPending} onPassword={(credential) => signIn.mutate(credential)} />
          </Page>
        )}
      </div>
      <p className={styles.below}>No account yet? Your studio’s home office can invite you.</p>
    </main>
  )
}

type Proven = { email: string; password: string }

const asksForCode = (error: Error) => error instanceof Refusal && error.status === 401 && error.headers.get('x-otp') === 'required'

function whatToDo(error: Error | null): string | undefined {
  if (!error) return undefined
  // fetch says TypeError when it reaches nobody; anything else was said by us, in words.
  if (error instanceof TypeError || error.name === 'TimeoutError') return explain(error).advice
  if (!(error instanceof Refusal)) return error.message
  if (asksForCode(error)) return 'This code is wrong or was used before. Wait for the next one.'
  if (error.status === 401) return 'E-mail and password do not match. Check both, or ask your studio for a new invitation.'
  if (error.status === 429) return `Too many attempts failed. Try again in ${wait(error.headers.get('retry-after'))}.`
  return error.message
}

function wait(seconds: string | null): string {
  const minutes = Math.ceil(Number(seconds ?? 60) / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
