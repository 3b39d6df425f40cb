import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { sso } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { Item, ItemList } from '../../../ui/layout/item-list.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useProviderChange } from './use-provider-change.ts'
import styles from './sign-in.module.css'

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** A manager adds domains; an admin of the installation verifies them. */
export function Domains({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation(['sso', 'common'])
  const isAdmin = useHasPermission('installation.manage')
  const { save, error, isSaving } = useProviderChange(provider)
  const verify = useEndpointMutation(sso.verifyDomain, { silent: true })
  const [typed, setTyped] = useState('')
  const { domains } = provider
  // A new domain with the same name would not be verified.
  const remove = async (name: string) => {
    const title = t('common:removeThis', { name })
    const isConfirmed = await confirmed({
      title,
      note: t('sso:domains.removeHint'),
      action: t('common:remove'),
    })
    if (isConfirmed) save({ domains: domains.filter((domain) => domain.name !== name) })
  }
  const add = (name: string) => save({ domains: [...domains, { name }] }, () => setTyped(''))
  const verifyOne = (domain: string, verified: boolean) =>
    verify.mutate({
      params: { id: provider.studio, provider: provider._id, domain },
      body: { verified },
    })
  return (
    <div className={styles.stack}>
      {domains.length > 0 && (
        <ItemList label={t('sso:domains.title')}>
          {domains.map((domain) => (
            <Item key={domain.name} name={<bdi dir="ltr">{domain.name}</bdi>}>
              <DomainActions
                domain={domain}
                isAdmin={isAdmin}
                onVerify={(verified) => verifyOne(domain.name, verified)}
                onRemove={() => void remove(domain.name)}
              />
            </Item>
          ))}
        </ItemList>
      )}
      {(error ?? verify.error) && <ErrorAlert error={(error ?? verify.error)!} />}
      <form
        className={styles.actions}
        onSubmit={(event) => {
          event.preventDefault()
          add(typed.trim().toLowerCase())
        }}
      >
        <TextInput
          aria-label={t('sso:domains.name')}
          placeholder="example.com"
          maxLength={253}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={isSaving}
          disabled={!DOMAIN.test(typed.trim().toLowerCase())}
        >
          {t('sso:domains.add')}
        </Button>
      </form>
      {!isAdmin && domains.some(({ verified }) => !verified) && (
        <p className={styles.note}>{t('sso:domains.askAdmin')}</p>
      )}
    </div>
  )
}

function DomainActions({
  domain: { name, verified },
  isAdmin,
  onVerify,
  onRemove,
}: {
  domain: { name: string; verified: boolean }
  isAdmin: boolean
  onVerify: (verified: boolean) => void
  onRemove: () => void
}) {
  const { t } = useTranslation(['sso', 'common'])
  return (
    <div className={styles.actions}>
      <StatusTag tone={verified ? 'good' : 'warning'} done={verified}>
        {t(verified ? 'sso:domains.verified' : 'sso:domains.unverified')}
      </StatusTag>
      {isAdmin && (
        <Button
          size="xs"
          variant="default"
          aria-label={t(verified ? 'sso:domains.undoThis' : 'sso:domains.verifyThis', { name })}
          onClick={() => onVerify(!verified)}
        >
          {t(verified ? 'sso:domains.undo' : 'sso:domains.verify')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={t('common:removeThis', { name })}
        onClick={onRemove}
      >
        {t('common:remove')}
      </Button>
    </div>
  )
}
