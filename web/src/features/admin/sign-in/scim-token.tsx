import { useState } from 'react'
import { Button } from '@mantine/core'
import { scim } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { CopiedValue } from './copied-value.tsx'
import styles from './sign-in.module.css'

/** The client of the studio adds and removes people with this token. */
export function ScimToken({ studio }: { studio: string }) {
  const { t } = useTranslation('sso')
  const params = { id: studio }
  const { data, error } = useEndpointQuery(scim.getScimToken, { params })
  const create = useEndpointMutation(scim.createScimToken, { silent: true })
  const [asks, setAsks] = useState<'replace' | 'revoke'>()
  if (error) return <ErrorAlert error={error} />
  if (!data) return <PendingRows rows={1} />
  const hasToken = data.created !== null
  return (
    <div className={styles.stack}>
      <CopiedValue label={t('scim.url')} value={data.url} />
      {create.data && (
        <div role="status">
          <CopiedValue label={t('scim.token')} value={create.data.token} />
          <p className={styles.note}>{t('scim.copyNow')}</p>
        </div>
      )}
      {hasToken && (
        <DescriptionList
          columns={2}
          items={[
            [t('scim.created'), <DateTime at={data.created!} />],
            [t('scim.used'), data.used === null ? t('scim.never') : <DateTime at={data.used} />],
          ]}
        />
      )}
      {create.error && <ErrorAlert error={create.error} />}
      <div className={styles.actions}>
        <Button
          variant="default"
          loading={create.isPending}
          onClick={() => (hasToken ? setAsks('replace') : create.mutate({ params }))}
        >
          {t(hasToken ? 'scim.replace' : 'scim.create')}
        </Button>
        {hasToken && (
          <Button variant="default" onClick={() => setAsks('revoke')}>
            {t('scim.revoke')}
          </Button>
        )}
      </div>
      {asks && (
        <Confirmation
          act={asks}
          studio={studio}
          onReplace={() => create.mutate({ params })}
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  )
}

/** The client stops working, and the token cannot be restored. */
function Confirmation({
  act,
  studio,
  onReplace,
  onClose,
}: {
  act: 'replace' | 'revoke'
  studio: string
  onReplace: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['sso', 'common'])
  const revoke = useEndpointMutation(scim.removeScimToken, {
    onSuccess: () => {
      showToast(t('sso:scim.revoked'))
      onClose()
    },
  })
  const run = () => {
    if (act === 'revoke') return revoke.mutate({ params: { id: studio } })
    onReplace()
    onClose()
  }
  return (
    <Dialog title={t(`sso:scim.${act}`)} onClose={onClose}>
      <div className={styles.stack}>
        <p>{t(`sso:scim.${act}Hint`)}</p>
        <div className={styles.actions}>
          <Button loading={revoke.isPending} onClick={run}>
            {t(`sso:scim.${act}`)}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
