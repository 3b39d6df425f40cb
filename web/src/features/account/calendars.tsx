import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { calendars, type ReplyOf } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { formatDate, formatRelativeTime, localTimeZone } from '../../ui/format/time.ts'
import styles from './account.module.css'

type CreatedCalendar = ReplyOf<typeof calendars.createCalendar>
const INVALIDATED_PATHS = ['/session/calendars']

/** Addresses that calendar programs subscribe to. */
export function Calendars() {
  const { t } = useTranslation('account')
  const [created, setCreated] = useState<CreatedCalendar | null>(null)
  const query = useEndpointQuery(calendars.listCalendars, { range: { first: 0, last: 99 } })
  const calendarList = query.data?.items
  return (
    <>
      <Section inCard title={t('calendars.create')}>
        {created ? (
          <NewAddress created={created} onDone={() => setCreated(null)} />
        ) : (
          <NewCalendar onCreated={setCreated} />
        )}
      </Section>
      <Section title={t('calendars.title')} inCard={Boolean(calendarList?.length)}>
        <QueryError query={query} />
        {query.isPending && <PendingRows rows={2} />}
        {calendarList?.length === 0 && (
          <EmptyState title={t('calendars.none')}>
            <p>{t('calendars.noneHint')}</p>
          </EmptyState>
        )}
        {calendarList && calendarList.length > 0 && (
          <ItemList label={t('calendars.title')}>
            {calendarList.map((calendar) => (
              <CalendarItem key={calendar._id} calendar={calendar} />
            ))}
          </ItemList>
        )}
      </Section>
    </>
  )
}

function CalendarItem({
  calendar: { _id: id, name, used, created },
}: {
  calendar: calendars.Calendar
}) {
  const { t } = useTranslation('account')
  const { mutate, isPending } = useEndpointMutation(calendars.removeCalendar, {
    invalidates: INVALIDATED_PATHS,
  })
  const details = [
    used === null ? t('tokens.unused') : t('sessions.used', { when: formatRelativeTime(used) }),
    t('tokens.created', { day: formatDate(localTimeZone(), created) }),
  ]
  return (
    <Item name={name} details={[details.join(' · ')]}>
      <Button
        variant="default"
        size="xs"
        loading={isPending}
        aria-label={t('tokens.revokeThis', { name })}
        onClick={() => mutate({ params: { id } })}
      >
        {t('tokens.revoke')}
      </Button>
    </Item>
  )
}

function NewCalendar({ onCreated }: { onCreated: (created: CreatedCalendar) => void }) {
  const { t } = useTranslation('account')
  const { mutate, isPending } = useEndpointMutation(calendars.createCalendar, {
    invalidates: INVALIDATED_PATHS,
    onSuccess: onCreated,
  })
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        mutate({ body: { name: textField(form, 'name').trim() } })
      }}
    >
      <TextInput
        name="name"
        label={t('calendars.name')}
        description={t('calendars.nameHint')}
        maxLength={300}
        pattern=".*\S.*"
        required
        withAsterisk={false}
        autoComplete="off"
        dir="auto"
      />
      <div className={styles.actions}>
        <Button type="submit" loading={isPending}>
          {t('calendars.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Shown only once. */
function NewAddress({
  created: { name, url },
  onDone,
}: {
  created: CreatedCalendar
  onDone: () => void
}) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.newToken} role="status">
      <p>
        <strong dir="auto">{name}</strong>
      </p>
      <code className={styles.secret} dir="ltr">
        {url}
      </code>
      <p>{t('calendars.copyNow')}</p>
      <div className={styles.actions}>
        <CopyButton text={url} label={t('calendars.copy')} />
        <Button variant="subtle" size="sm" onClick={onDone}>
          {t('tokens.saved')}
        </Button>
      </div>
    </div>
  )
}
