import type { FC } from 'react'
import type { users } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CurrentUserPending } from '../shared/current-user-pending.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { Page } from '../../ui/layout/page.tsx'
import { PendingRecord } from '../../ui/feedback/pending.tsx'
import { Calendars } from './calendars.tsx'
import { Contacts } from './contacts.tsx'
import { EmailPreferences } from './email-preferences.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { Tokens } from './tokens.tsx'
import { WorkPreferences } from './work.tsx'
import styles from './account.module.css'

const route = getRouteApi('/app/account')
const SECTIONS = {
  profile: Profile,
  mail: EmailPreferences,
  work: WorkPreferences,
  contacts: Contacts,
  security: Security,
  calendars: Calendars,
  tokens: Tokens,
} satisfies Record<string, FC<{ me: users.User }>>
type SectionName = keyof typeof SECTIONS
const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

export function Account() {
  const { t } = useTranslation('account')
  const { part = 'profile' } = route.useSearch()
  const me = useCurrentUser()
  const selected = SECTION_NAMES.find((name) => name === part) ?? 'profile'
  const Body = SECTIONS[selected]
  return (
    <div data-narrow-page>
      <Page title={t('title')} lead={<p>{t('lead')}</p>}>
        <div className={styles.account}>
          <SectionTabs selected={selected} />
          <div className={styles.body}>
            {me ? (
              <Body key={selected} me={me} />
            ) : (
              <CurrentUserPending pending={<PendingRecord />} />
            )}
          </div>
        </div>
      </Page>
    </div>
  )
}

function SectionTabs({ selected }: { selected: SectionName }) {
  const { t } = useTranslation('account')
  const navigate = route.useNavigate()
  const isNarrow = useIsNarrow()
  if (isNarrow)
    return (
      <Select
        label={t('sections')}
        value={selected}
        options={SECTION_NAMES.map((name) => ({ value: name, name: t(`section.${name}`) }))}
        onChange={(part) => void navigate({ search: { part } })}
      />
    )
  return (
    <nav className={styles.tabs} aria-label={t('sections')}>
      {SECTION_NAMES.map((name) => (
        <Link
          key={name}
          to="/account"
          search={{ part: name }}
          className={styles.tab}
          aria-current={name === selected ? 'page' : undefined}
          resetScroll={false}
        >
          {t(`section.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
