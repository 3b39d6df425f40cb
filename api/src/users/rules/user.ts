import type { FieldError } from '../../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import type { Preferences, PreferencesChange, User, UserSummary } from '../contract.ts'

export const DEFAULT_PREFERENCES: Preferences = {
  blacklist: { projects: [] },
  mail: {
    enabled: true,
    projects: 86_400,
    assets: 86_400,
    files: 86_400,
    work_requests: 0,
    shares: 0,
    ingest: 3600,
    offline_comments: 3600,
    others: 86_400,
    work_request_comments: 3600,
    workflow: 3600,
  },
  ingest: { skipScratchPreview: false, maxUploads: 3 },
  contactLists: [],
  reports: { workRequests: { dashboard: [], hiddenCharts: [] } },
  agent: { instructions: '' },
}

/** Fields that a change leaves out stay as they are, at every level. */
export function mergePreferences(preferences: Preferences, change: PreferencesChange): Preferences {
  return mergeFields(preferences, change) as Preferences
}

type Fields = Record<string, unknown>

const mergeFields = (fields: Fields, change: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const before = fields[name]
      return [name, isFields(before) && isFields(value) ? mergeFields(before, value) : value]
    }),
  ),
})

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

export const preferenceErrors = (preferences: PreferencesChange | undefined): FieldError[] =>
  preferences?.tz !== undefined && !isTimeZone(preferences.tz)
    ? [{ pointer: '/preferences/tz', message: 'is not an IANA time zone' }]
    : []

export type StoredUser = Omit<User, 'id' | 'username' | 'invite' | 'password' | '$links'>

export function presentUser(
  user: StoredUser,
  { host, appUrl }: Pick<ReplyContext, 'host' | 'appUrl'>,
): User {
  return {
    ...user,
    id: user._id,
    username: user.emailNormal,
    invite: `${appUrl}/register/:code`,
    password: '[redacted]',
    $links: { self: `//${host}/api/users/${user._id}` },
  }
}

export type StoredSummary = {
  _id: string
  name: string
  emailNormal: string
  groups: { _id: string; name: string }[]
}

export const presentSummary = (
  person: StoredSummary,
  { host }: Pick<ReplyContext, 'host'>,
): UserSummary => ({
  ...person,
  groups: person.groups.map((group) => ({
    ...group,
    $links: { self: `//${host}/api/groups/${group._id}` },
  })),
})

export const MIN_PASSWORD_LENGTH = 12
/** Common passwords that are long enough, in lower case and without spaces. */
const BREACHED = new Set([
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'password1234!',
  'mypassword123',
  'passw0rd1234',
  'p@ssw0rd1234',
  'p@ssword1234',
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456123456',
  '123123123123',
  '111111111111',
  '000000000000',
  '987654321098',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyqwerty',
  'qwerty123456',
  'qwertyuiopasdf',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'q1w2e3r4t5y6',
  'zaq12wsxcde3',
  'iloveyou1234',
  'iloveyouforever',
  'letmein12345',
  'welcome12345',
  'welcome123456',
  'adminadmin12',
  'administrator',
  'administrator1',
  'changeme1234',
  'changemenow12',
  'abcdefghijkl',
  'abcdefghijklm',
  'abcd1234abcd',
  'abc123abc123',
  'asdfghjkl123',
  'asdfasdfasdf',
  'football1234',
  'baseball1234',
  'dragon123456',
  'monkey123456',
  'sunshine1234',
  'princess1234',
  'superman1234',
  'batman123456',
  'michael12345',
  'trustno1trustno1',
  'correcthorsebatterystaple',
  'summer2024!!',
  'winter2024!!',
])

const PASSWORD_ERRORS = {
  token: 'must not begin with "token-", which is reserved for tokens',
  short: `must have at least ${MIN_PASSWORD_LENGTH} characters`,
  nul: 'must not contain a NUL character',
  common: 'is too common',
  email: 'must not contain the e-mail address',
}
export type PasswordWeakness = keyof typeof PASSWORD_ERRORS

/** Returns why a password is not allowed. The e-mail may not be known yet. */
export function passwordWeakness(
  password: string,
  email: string | undefined,
): PasswordWeakness | undefined {
  const folded = password.toLowerCase().replaceAll(' ', '')
  if (password.startsWith('token-')) return 'token'
  if ([...password].length < MIN_PASSWORD_LENGTH) return 'short'
  if (password.includes('\0')) return 'nul'
  if (BREACHED.has(folded) || new Set(folded).size < 4) return 'common'
  if (email && folded.includes(email.toLowerCase())) return 'email'
  return undefined
}

export function passwordError(password: string, email: string): string | undefined {
  const weakness = passwordWeakness(password, email)
  return weakness && PASSWORD_ERRORS[weakness]
}
