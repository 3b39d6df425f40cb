import { useState } from 'react'
import { Button } from '@mantine/core'
import { sessions, type ReplyOf, type users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatDate, formatRelativeTime, localTimeZone } from '../../ui/format/time.ts'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { useProjects, useStudios } from '../shared/lookups.ts'
import { useRevokeTokens, useTokens } from './use-revoke-tokens.ts'
import { NewToken } from './new-token.tsx'
import styles from './account.module.css'

type CreatedToken = ReplyOf<typeof sessions.createToken>

export function Tokens({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const query = useTokens()
  const revoke = useRevokeTokens()
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const named = query.data?.items.filter(({ name }) => name !== '')
  const confirmRevocation = async (token: sessions.Token) => {
    const title = t('tokens.revokeThis', { name: token.name })
    if (await confirmed({ title, note: t('tokens.revokeHint'), action: t('tokens.revoke') }))
      await revoke([token], t('tokens.revoked', { name: token.name }))
  }
  return (
    <>
      <Section inCard title={t('tokens.create')}>
        {created ? (
          <NewTokenSecret
            created={created}
            email={me.emailNormal}
            onDone={() => setCreated(null)}
          />
        ) : (
          <NewToken onCreated={setCreated} />
        )}
      </Section>
      <Section title={t('tokens.title')} inCard={Boolean(named?.length)}>
        <QueryError query={query} />
        {query.isPending && <PendingRows rows={2} />}
        {named?.length === 0 && (
          <EmptyState title={t('tokens.none')}>
            <p>{t('tokens.noneHint')}</p>
          </EmptyState>
        )}
        {named && named.length > 0 && (
          <ItemList label={t('tokens.title')}>
            {named.map((token) => (
              <Token key={token._id} token={token} onRevoke={() => void confirmRevocation(token)} />
            ))}
          </ItemList>
        )}
      </Section>
    </>
  )
}

function Token({
  token: { name, used, created, expires, scope },
  onRevoke,
}: {
  token: sessions.Token
  onRevoke: () => void
}) {
  const { t } = useTranslation('account')
  const [studios, projects] = [useStudios(), useProjects()]
  const day = (at: number) => formatDate(localTimeZone(), at)
  const details = [
    used > created ? t('sessions.used', { when: formatRelativeTime(used) }) : t('tokens.unused'),
    t('tokens.created', { day: day(created) }),
    ...(scope ? [t(`tokens.accessTo.${scope.access}`)] : []),
    ...(scope?.project ? [projects.nameOf(scope.project)] : []),
    ...(scope?.studio && !scope.project ? [studios.nameOf(scope.studio)] : []),
    expires ? t('tokens.expires', { day: day(expires) }) : t('tokens.noExpiry'),
  ]
  return (
    <Item name={name} details={[details.join(' · ')]}>
      <Button
        variant="default"
        size="xs"
        aria-label={t('tokens.revokeThis', { name })}
        onClick={onRevoke}
      >
        {t('tokens.revoke')}
      </Button>
    </Item>
  )
}

/** Shown only once. */
function NewTokenSecret({
  created: { name, token },
  email,
  onDone,
}: {
  created: CreatedToken
  email: string
  onDone: () => void
}) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.newToken} role="status">
      <p>
        <strong dir="auto">{name}</strong>
      </p>
      <code className={styles.secret} dir="ltr">{`token-${token}`}</code>
      <p>{t('tokens.copyNow')}</p>
      <p className={styles.note}>{t('tokens.usage', { email })}</p>
      <div className={styles.actions}>
        <CopyButton text={`token-${token}`} label={t('tokens.copy')} />
        <Button variant="subtle" size="sm" onClick={onDone}>
          {t('tokens.saved')}
        </Button>
      </div>
    </div>
  )
}
