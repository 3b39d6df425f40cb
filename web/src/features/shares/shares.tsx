import { useState } from 'react'
import { Button } from '@mantine/core'
import { shares } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePagedQuery } from '../../api/paged-query.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { FormDialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { useShareColumns } from './columns.tsx'
import { sharesInput } from './load-shares.ts'
import { ShareQueue } from './queue/queue.tsx'
import { Recipients } from './recipients.tsx'
import styles from './shares.module.css'

const route = getRouteApi('/app/shares')

/** One's own shares; with the permission to read reports, those of the studio. */
export function Shares() {
  const { t } = useTranslation('shares')
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const [revoked, setRevoked] = useState<shares.Share>()
  const known = shares.SHARE_STATES.find((one) => one === state)
  const pages = usePagedQuery(shares.listShares, sharesInput(state))
  const columns = useShareColumns(setRevoked)
  return (
    <Page title={t('title')} lead={<p>{t('lead')}</p>}>
      <ShareQueue />
      <div className={styles.filter}>
        <Select
          label={t('state')}
          anyLabel={t('anyState')}
          value={known}
          options={shares.SHARE_STATES.map((value) => ({ value, name: t(`states.${value}`) }))}
          onChange={(value) => void navigate({ search: { state: value }, replace: true })}
        />
      </div>
      <PagedTable
        label={t('title')}
        totalLabel={(count) => t('total', count)}
        pages={pages}
        columns={columns}
        details={(share) => <Recipients share={share} />}
        empty={
          <EmptyState title={t('none')}>
            <p>{t('noneHint')}</p>
          </EmptyState>
        }
      />
      {revoked && <RevokeDialog share={revoked} onClose={() => setRevoked(undefined)} />}
    </Page>
  )
}

function RevokeDialog({ share, onClose }: { share: shares.Share; onClose: () => void }) {
  const { t } = useTranslation(['shares', 'common'])
  const revoke = useEndpointMutation(shares.revokeShare, {
    onSuccess: () => {
      showToast(t('revoked'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('revokeTitle')}
      onClose={onClose}
      onSubmit={() => revoke.mutate({ params: { id: share._id } })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            {t('revoke')}
          </Button>
        </>
      }
    >
      <p>{t('revokeText', { name: share.name })}</p>
    </FormDialog>
  )
}
