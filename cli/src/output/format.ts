// Values as text in one cell.
import type { users } from '@reelay/api/contract'
import { formatTime } from './print.ts'

export const joinList = (items: readonly string[]): string => items.join(', ')

export const enabledNames = (flags: Record<string, boolean>): string =>
  joinList(Object.keys(flags).filter((name) => flags[name]))

export const formatPerson = ({
  name,
  emailNormal,
}: Pick<users.UserSummary, 'name' | 'emailNormal'>): string => `${name} <${emailNormal}>`

export const formatBytes = (length: number): string => `${length.toLocaleString('en')} bytes`

export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

export const formatZonedTime = (time: { date: number; tz: string } | null): string =>
  time ? formatTime(time.date, time.tz) : ''

/** Empty for readers who do not see prices. */
export const formatPrice = ({ applied, currency }: { applied: string; currency: string }): string =>
  applied && `${applied} ${currency}`
