import type pg from 'pg'

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

/** The parameters of `STATE_CALLER`. */
const valuesOfCaller = ({
  person,
  studios,
  groups = [],
  vendorStudios = [],
}: StatedCaller): string[] => [person ?? '', ...[studios, groups, vendorStudios].map(arrayText)]

const arrayText = (ids: readonly string[]) => `{${ids.join(',')}}`

const STATE_CALLER = `
  select set_config('reelay.person', $1, false), set_config('reelay.studios', $2, false),
    set_config('reelay.groups', $3, false), set_config('reelay.vendor_studios', $4, false)`

const statedLast = new WeakMap<pg.ClientBase, string>()

/**
 * States a caller on a connection, unless it is the one stated last. Call it outside of a
 * transaction, so that a rollback cannot bring back the caller before. If the statement fails, the
 * next use states the caller again.
 */
export async function stateCaller(client: pg.ClientBase, caller: StatedCaller): Promise<void> {
  const values = valuesOfCaller(caller)
  const key = values.join(' ')
  if (statedLast.get(client) === key) return
  statedLast.delete(client)
  await client.query(STATE_CALLER, values)
  statedLast.set(client, key)
}
