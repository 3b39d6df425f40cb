import { Button } from '@mantine/core'
import { sessions } from '@reelay/api/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/i18n.ts'
import { invalidatePaths, useEndpointMutation } from '../../api/mutations.ts'
import { useService } from '../../api/service-context.ts'
import { DateTime } from '../../ui/text/date-time.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { formatRelativeTime } from '../../ui/format/time.ts'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { describeAgent } from './describe-agent.ts'
import { useRevokeTokens, useTokens } from './use-revoke-tokens.ts'
import styles from './account.module.css'

/** A session is a token without a name. */
const isSession = ({ name }: sessions.Token) => name === ''

export function Sessions() {
  const { t } = useTranslation('account')
  const query = useTokens()
  const revoke = useRevokeTokens()
  const shown = query.data?.items
    .filter(isSession)
    .toSorted((one, other) => Number(other.current) - Number(one.current))
  const others = shown?.filter(({ current }) => !current) ?? []
  return (
    <>
      <Section
        inCard
        title={t('sessions.title')}
        note={shown && t('sessions.total', { count: shown.length })}
      >
        <QueryError query={query} />
        {query.isPending && <PendingRows rows={2} />}
        {shown && (
          <ItemList label={t('sessions.title')}>
            {shown.map((token) => (
              <SessionRow
                key={token._id}
                token={token}
                onEnd={() => void revoke([token], t('sessions.ended', { count: 1 }))}
              />
            ))}
          </ItemList>
        )}
        {others.length > 1 && (
          <div className={styles.under}>
            <Button
              variant="default"
              size="sm"
              onClick={() => void revoke(others, t('sessions.ended', { count: others.length }))}
            >
              {t('sessions.endOthers')}
            </Button>
          </div>
        )}
      </Section>
      <SignOutEverywhere />
    </>
  )
}

function SessionRow({
  token: { created, used, current, twofactorVerified, agent, network },
  onEnd,
}: {
  token: sessions.Token
  onEnd: () => void
}) {
  const { t } = useTranslation('account')
  const start = (
    <>
      {t('sessions.since')} <DateTime at={created} />
      {network && (
        <>
          {' · '}
          <bdi>{network}</bdi>
        </>
      )}
    </>
  )
  const lastUse = current
    ? t('sessions.inUse')
    : isRecent(used)
      ? t('sessions.usedNow')
      : t('sessions.used', { when: formatRelativeTime(used) })
  return (
    <Item
      name={agent ? describeAgent(agent) : t('sessions.unknownDevice')}
      details={[
        start,
        [lastUse, twofactorVerified && t('sessions.verified')].filter(Boolean).join(' · '),
      ]}
    >
      {current ? (
        <StatusTag tone="good">{t('sessions.this')}</StatusTag>
      ) : (
        <Button variant="default" size="xs" onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Item>
  )
}

/** The API updates the time of last use once a minute. */
export const isRecent = (used: number) => Date.now() / 1000 - used < 90

/** Also revokes the named tokens. This session continues with a new token. */
function SignOutEverywhere() {
  const { t } = useTranslation('account')
  const { session } = useService()
  const queryClient = useQueryClient()
  // Save the new token before the refetch: requests with the old one are rejected.
  const regenerate = useEndpointMutation(sessions.regenerate, {
    invalidates: [],
    onSuccess: (fresh) => {
      session.save(fresh)
      session.setStays(false)
      invalidatePaths(queryClient, ['/session/tokens', '/session/devices'])
      showToast(t('signOutEverywhere.done'))
    },
  })
  const action = t('signOutEverywhere.submit')
  const signOut = async () => {
    const note = t('signOutEverywhere.hint')
    if (await confirmed({ title: action, note, action })) regenerate.mutate({})
  }
  return (
    <Section inCard title={t('signOutEverywhere.title')}>
      <div className={styles.fields}>
        <p className={styles.wide}>{t('signOutEverywhere.hint')}</p>
        <div className={styles.actions}>
          <Button variant="default" loading={regenerate.isPending} onClick={() => void signOut()}>
            {action}
          </Button>
        </div>
      </div>
    </Section>
  )
}
