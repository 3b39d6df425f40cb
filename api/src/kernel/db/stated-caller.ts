import pg from 'pg'
import type { Query } from './send.ts'

/**
 * Who asks. Row-level security shows the rows of these studios and of this person. In the vendor
 * studios it shows nothing that belongs to a group other than these.
 */
export type StatedCaller = {
  person: string | null
  studios: readonly string[]
  groups?: readonly string[]
  vendorStudios?: readonly string[]
}

/** Each transaction of a caller states them, so nothing depends on the connection. */
export const settingsOfCaller = ({
  person,
  studios,
  groups = [],
  vendorStudios = [],
}: StatedCaller): Record<string, string> => ({
  role: 'reelay_service',
  'reelay.person': person ?? '',
  'reelay.studios': arrayText(studios),
  'reelay.groups': arrayText(groups),
  'reelay.vendor_studios': arrayText(vendorStudios),
})

/** With a function, because `set` takes no parameters. The settings end with the transaction. */
export const stateSettings = (settings: Record<string, string>): Query => ({
  text: `select ${Object.keys(settings)
    .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
    .join(', ')}`,
  values: Object.values(settings),
})

/** A coordinator of Citus repeats this on its workers, and not the function. */
export const setLocal = (settings: Record<string, string>): Query => ({
  text: Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)
    .join('; '),
  values: [],
})

export const onlyStudioOf = ({ studios }: StatedCaller): string | undefined =>
  studios.length === 1 ? studios[0] : undefined

const arrayText = (ids: readonly string[]) => `{${ids.join(',')}}`
