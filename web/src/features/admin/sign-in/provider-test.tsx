import { Button } from '@mantine/core'
import { sso } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { goToProvider, supportsSso } from '../../credentials/sso.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import styles from './sign-in.module.css'

/** Reads the configuration of the provider, and signs in through it once. */
export function ProviderTest({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation('sso')
  const params = { id: provider.studio, provider: provider._id }
  const check = useEndpointMutation(sso.testProvider, { silent: true, invalidates: [] })
  // Stays pending until the page of the provider has loaded.
  const signIn = useMutation({
    mutationFn: async () => {
      await goToProvider(provider, {
        purpose: 'connect',
        back: `/administration/studios/${params.id}/sign-in/${params.provider}`,
      })
      await new Promise(() => {})
    },
  })
  const isPossible = provider.active && supportsSso()
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{t('test.hint')}</p>
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({ params })}
        >
          {t('test.check')}
        </Button>
        <Button
          variant="default"
          disabled={!isPossible}
          loading={signIn.isPending}
          onClick={() => signIn.mutate()}
        >
          {t('test.signIn')}
        </Button>
        {!supportsSso() && <span className={styles.note}>{t('test.httpsNeeded')}</span>}
        {!provider.active && <span className={styles.note}>{t('test.off')}</span>}
      </div>
      {check.error && <ErrorAlert error={check.error} />}
      <div role="status">
        {check.data && <Result result={check.data} />}
        <StatusTag tone={provider.tested ? 'good' : 'neutral'} done={provider.tested}>
          {t(provider.tested ? 'test.tested' : 'test.untested')}
        </StatusTag>
      </div>
    </div>
  )
}

function Result({
  result: { ok, problems, supportsLogout },
}: {
  result: { ok: boolean; problems: string[]; supportsLogout: boolean }
}) {
  const { t } = useTranslation('sso')
  return (
    <div>
      <StatusTag tone={ok ? 'good' : 'bad'}>{t(ok ? 'test.ok' : 'test.failed')}</StatusTag>
      {!ok && (
        <ul className={styles.problems} dir="auto">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {ok && !supportsLogout && <p className={styles.note}>{t('test.noLogout')}</p>}
    </div>
  )
}
