import { useState } from 'react'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { passkeys, sessions, sso } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { textField } from '../../ui/fields/form-data.ts'
import { useCurrentUser } from '../shared/current-user.ts'
import { isCancelled, signWithPasskey, supportsPasskeys } from './passkey.ts'
import { goToProvider, supportsSso } from './sso.ts'
import styles from './credentials.module.css'

/** Asks for the password, and for the two-factor code if the account has one, or for a passkey. */
export function VerificationDialog({ onDone }: { onDone: (isVerified: boolean) => void }) {
  const { t } = useTranslation(['credentials', 'common'])
  const { call } = useService()
  const me = useCurrentUser()
  const [needsCode, setNeedsCode] = useState(false)
  const proof = useMutation({
    mutationFn: (body: { password: string; code?: string }) =>
      call(sessions.verifySession, { body }),
    onSuccess: () => onDone(true),
    onError: (error) => setNeedsCode((needed) => needed || isCodeRequired(error)),
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await call(passkeys.startPasskeyVerification, {})
      return call(passkeys.verifyWithPasskey, {
        body: { credential: await signWithPasskey(options) },
      })
    },
    onSuccess: () => onDone(true),
  })
  const send = (form: FormData) => {
    const code = textField(form, 'code').replaceAll(/\s/g, '')
    proof.mutate({ password: textField(form, 'password'), ...(code && { code }) })
  }
  const error = [proof.error, passkey.error].find((found) => found && !isExpected(found))
  return (
    <FormDialog
      title={t('credentials:verification.title')}
      onClose={() => onDone(false)}
      onSubmit={send}
      actions={
        <>
          <Button variant="subtle" onClick={() => onDone(false)}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={proof.isPending}>
            {t('credentials:verification.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('credentials:verification.lead')}</p>
      <PasswordInput
        label={t('credentials:verification.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('credentials:password.show'), tabIndex: 0 }}
      />
      {/* After the password, because the dialog focuses its first field. */}
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={me?.emailNormal}
        readOnly
      />
      {needsCode && (
        <TextInput
          label={t('credentials:verification.code')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
          dir="ltr"
        />
      )}
      <p className={styles.error} role="alert">
        {error && (isRefused(error) ? t('credentials:verification.wrong') : adviceFor(error))}
      </p>
      <PasskeyChoice isPending={passkey.isPending} onUse={() => passkey.mutate()} />
      <ProviderChoices email={me?.emailNormal} />
      <p className={styles.note}>{t('credentials:verification.noPassword')}</p>
    </FormDialog>
  )
}

/** Nothing for people without a passkey. */
function PasskeyChoice({ isPending, onUse }: { isPending: boolean; onUse: () => void }) {
  const { t } = useTranslation('credentials')
  const { data } = useEndpointQuery(
    passkeys.listPasskeys,
    { range: { first: 0, last: 99 } },
    { enabled: supportsPasskeys() },
  )
  if (!data?.items.length) return null
  return (
    <Button variant="default" fullWidth loading={isPending} onClick={onUse}>
      {t('verification.usePasskey')}
    </Button>
  )
}

/** Leaves the app. The person comes back to the same page and repeats the change. */
function ProviderChoices({ email }: { email: string | undefined }) {
  const { t } = useTranslation('credentials')
  const { data } = useEndpointQuery(
    sso.listIdentities,
    { range: { first: 0, last: 9 } },
    { enabled: supportsSso() },
  )
  const leave = useMutation({
    mutationFn: async ({ provider, providerName, email: known }: sso.Identity) => {
      const { pathname, search } = window.location
      await goToProvider(
        { _id: provider, name: providerName },
        { purpose: 'verify', email: known || email || '', back: pathname + search },
      )
      // Stays pending until the page of the provider has loaded.
      await new Promise(() => {})
    },
  })
  return data?.items.map((identity) => (
    <Button
      key={identity._id}
      variant="default"
      fullWidth
      loading={leave.isPending}
      onClick={() => leave.mutate(identity)}
    >
      {t('verification.useProvider', { provider: identity.providerName })}
    </Button>
  ))
}

const adviceFor = (error: Error) => explainError(error).advice
const codeOf = (error: Error) => (error instanceof ApiError ? error.code : undefined)
const isCodeRequired = (error: Error) => codeOf(error) === 'session.code-required'
const isRefused = (error: Error) => codeOf(error) === 'session.verification-failed'
/** The dialog shows a field instead, or the person closed the dialog of the browser. */
const isExpected = (error: Error) => isCodeRequired(error) || isCancelled(error)
