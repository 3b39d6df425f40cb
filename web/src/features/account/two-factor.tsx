import { useState } from 'react'
import { Button } from '@mantine/core'
import { sessions, type ReplyOf, type users } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { TotpSetup } from '../credentials/totp-setup.tsx'
import { useStudios } from '../shared/lookups.ts'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { Section } from '../../ui/layout/section.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import styles from './account.module.css'

type TwoFactorSetupData = ReplyOf<typeof sessions.beginTwofactor>

/** Set-up has three steps: start, confirm with a code, save the recovery codes. */
export function TwoFactor({ me }: { me: users.User }) {
  const { t } = useTranslation(['account', 'credentials', 'common'])
  const [setup, setSetup] = useState<TwoFactorSetupData | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const begin = useEndpointMutation(sessions.beginTwofactor, {
    silent: true,
    invalidates: [],
    onSuccess: setSetup,
  })
  const confirm = useEndpointMutation(sessions.confirmTwofactor, {
    silent: true,
    onSuccess: ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      setSetup(null)
    },
  })
  return (
    <Section
      inCard
      title={t('account:twoFactor.title')}
      note={
        <StatusTag tone={me.twofactorVerified ? 'good' : 'neutral'} done={me.twofactorVerified}>
          {t(me.twofactorVerified ? 'account:twoFactor.on' : 'account:twoFactor.off')}
        </StatusTag>
      }
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          email={me.emailNormal}
          doneLabel={t('account:twoFactor.codesSaved')}
          onDone={() => setCodes(null)}
        />
      ) : setup ? (
        <TotpSetup
          {...setup}
          error={isWrongCode(confirm.error, t('credentials:twoFactor.wrongCode'))}
          isPending={confirm.isPending}
          onCode={(code) => confirm.mutate({ body: { code } })}
          onCancel={() => setSetup(null)}
          cancelLabel={t('common:cancel')}
        />
      ) : me.twofactorVerified ? (
        <TurnOff me={me} onCodes={setCodes} />
      ) : (
        <div className={styles.fields}>
          <p className={styles.wide}>{t('account:twoFactor.why')}</p>
          <p className={styles.error} role="alert">
            {begin.error &&
              (isEnrolledElsewhere(begin.error)
                ? t('account:twoFactor.otherSession')
                : explainError(begin.error).advice)}
          </p>
          <div className={styles.actions}>
            <Button onClick={() => begin.mutate({})} loading={begin.isPending}>
              {t('account:twoFactor.setUp')}
            </Button>
          </div>
        </div>
      )}
    </Section>
  )
}

const isWrongCode = (error: Error | null, words: string) =>
  error
    ? error instanceof ApiError && error.status === 422
      ? words
      : explainError(error).advice
    : undefined
/** Two-factor authentication was set up in another session. */
const isEnrolledElsewhere = (error: Error) =>
  error instanceof ApiError && error.problem.code === 'twofactor.exists'

function TurnOff({ me, onCodes }: { me: users.User; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('account')
  const isRequired = useIsRequired(me)
  const end = useEndpointMutation(sessions.endTwofactor)
  const renew = useEndpointMutation(sessions.createRecoveryCodes, {
    invalidates: [],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const turnOff = async () => {
    const title = t('account:twoFactor.turnOff')
    const note = t('account:twoFactor.turnOffHint')
    if (await confirmed({ title, note, action: title })) end.mutate({})
  }
  return (
    <div className={styles.fields}>
      <p className={styles.wide}>{t('account:twoFactor.hint')}</p>
      {isRequired && (
        <p className={`${styles.note} ${styles.wide}`} id="factor-required">
          {t('account:twoFactor.required')}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          onClick={() => renew.mutate({})}
          loading={renew.isPending}
          disabled={end.isPending}
        >
          {t('account:twoFactor.newCodes')}
        </Button>
        <Button
          variant="default"
          onClick={() => void turnOff()}
          loading={end.isPending}
          disabled={isRequired}
          aria-describedby={isRequired ? 'factor-required' : undefined}
        >
          {t('account:twoFactor.turnOff')}
        </Button>
      </div>
    </div>
  )
}

/** Required for the person or by one of their studios. */
function useIsRequired(me: users.User): boolean {
  const { records } = useStudios()
  return (
    me.hasEnforced2fa ||
    records.some(
      ({ _id, settings }) =>
        settings.requireTwoFactor && (me.studios.includes(_id) || !me.roles.includes('admin')),
    )
  )
}
