import { useState } from 'react'
import { Button, PasswordInput } from '@mantine/core'
import { sessions, type users } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { NewPasswordField, usePasswordError } from '../credentials/new-password-field.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { textField } from '../../ui/fields/form-data.ts'
import { Section } from '../../ui/layout/section.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import styles from './account.module.css'

export function PasswordChange({ me }: { me: users.User }) {
  const { t } = useTranslation(['account', 'credentials'])
  const passwordError = usePasswordError()
  const [weakness, setWeakness] = useState<string>()
  const change = usePasswordChange(me)
  const send = (form: HTMLFormElement) => {
    const [currentPassword, password] = ['current', 'password'].map((name) =>
      textField(new FormData(form), name),
    ) as [string, string]
    const found = passwordError(password, me.emailNormal)
    setWeakness(found)
    if (!found) change.mutate({ currentPassword, password }, { onSuccess: () => form.reset() })
  }
  return (
    <Section inCard title={t('account:password.title')} note={t('account:password.hint')}>
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          send(event.currentTarget)
        }}
      >
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={me.emailNormal}
          readOnly
        />
        <PasswordInput
          label={t('account:password.current')}
          name="current"
          autoComplete="current-password"
          required
          withAsterisk={false}
          error={isWrongPassword(change.error) && t('account:password.wrong')}
          visibilityToggleButtonProps={{
            'aria-label': t('credentials:password.show'),
            tabIndex: 0,
          }}
        />
        <NewPasswordField error={weakness} />
        <p className={styles.error} role="alert">
          {change.error && !isWrongPassword(change.error) ? explainError(change.error).advice : ''}
        </p>
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('account:password.submit')}
          </Button>
        </div>
      </form>
    </Section>
  )
}

const isWrongPassword = (error: Error | null) =>
  error instanceof ApiError && error.problem.code === 'password.current-invalid'

/**
 * A new password ends every session, including this one. Signs in again, or redirects to the
 * sign-in page if a code is required.
 */
function usePasswordChange(me: users.User) {
  const { t } = useTranslation('account')
  const service = useService()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({
      password,
      currentPassword,
    }: {
      password: string
      currentPassword: string
    }) => {
      await service.call(sessions.changeSession, {
        params: { id: me._id },
        body: { password, currentPassword },
      })
      const stays = service.session.stays()
      const isIn = await service.signIn({ email: me.emailNormal, password }).then(
        () => true,
        () => false,
      )
      // The new password has ended the device too.
      service.session.setStays(false)
      if (isIn && stays) await service.stay()
      return isIn
    },
    onSuccess: async (isIn) => {
      if (isIn) {
        showToast(t('password.changed'))
        return invalidatePaths(queryClient, ['/session'])
      }
      const ended = service.session.current()
      if (ended) service.session.end(ended.token)
      await navigate({ to: '/sign-in', search: { back: '/account', because: 'password-changed' } })
      queryClient.clear()
    },
  })
}
