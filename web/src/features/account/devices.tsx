import { Button } from '@mantine/core'
import { sessions } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { formatDate, formatRelativeTime, localTimeZone } from '../../ui/format/time.ts'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { StatusTag } from '../../ui/text/status-tag.tsx'
import { describeAgent } from './describe-agent.ts'
import { isRecent } from './sessions.tsx'

/** The devices on which the person stays signed in. The API stores at most 20. */
export function Devices() {
  const { t } = useTranslation('account')
  const query = useEndpointQuery(sessions.listDevices, { range: { first: 0, last: 49 } })
  const revoke = useEndpointMutation(sessions.removeDevice, {
    invalidates: ['/session/devices', '/session/tokens'],
    onSuccess: () => showToast(t('devices.revoked')),
  })
  const shown = query.data?.items
  return (
    <Section title={t('devices.title')} inCard={Boolean(shown?.length)}>
      <QueryError query={query} />
      {query.isPending && <PendingRows rows={1} />}
      {shown?.length === 0 && (
        <EmptyState title={t('devices.none')}>
          <p>{t('devices.noneHint')}</p>
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ItemList label={t('devices.title')}>
          {shown.map((device) => (
            <DeviceRow
              key={device._id}
              device={device}
              onRevoke={() => revoke.mutate({ params: { id: device._id } })}
            />
          ))}
        </ItemList>
      )}
    </Section>
  )
}

function DeviceRow({
  device: { agent, network, used, expires, current },
  onRevoke,
}: {
  device: sessions.RememberedDevice
  onRevoke: () => void
}) {
  const { t } = useTranslation('account')
  const name = agent ? describeAgent(agent) : t('sessions.unknownDevice')
  const details = [
    isRecent(used) ? t('sessions.usedNow') : t('sessions.used', { when: formatRelativeTime(used) }),
    t('devices.expires', { day: formatDate(localTimeZone(), expires) }),
    ...(network ? [network] : []),
  ]
  return (
    <Item name={name} details={[details.join(' · ')]}>
      {current ? (
        <StatusTag tone="good">{t('devices.this')}</StatusTag>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('devices.revokeThis', { name })}
          onClick={onRevoke}
        >
          {t('tokens.revoke')}
        </Button>
      )}
    </Item>
  )
}
