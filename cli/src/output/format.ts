// How parts of records are said on one line.
import type { users } from '@reelay/api/contract'
import { moment } from './print.ts'

export const listed = (items: readonly string[]): string => items.join(', ')
export const namesIn = (flags: Record<string, boolean>): string =>
  listed(Object.keys(flags).filter((name) => flags[name]))
export const person = ({
  name,
  emailNormal,
}: Pick<users.UserSummary, 'name' | 'emailNormal'>): string => `${name} <${emailNormal}>`
export const bytes = (length: number): string => `${length.toLocaleString('en')} bytes`
export const zoned = (when: { date: number; tz: string } | null): string =>
  when ? moment(when.date, when.tz) : ''
