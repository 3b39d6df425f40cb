import type { Db, Tx } from '../../kernel/db/connect.ts'
import { desc } from '../../kernel/db/order.ts'
import { listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { RememberedDevice } from '../contract.ts'
import type { Device } from '../queries.ts'

/** Over `remembered_device d`. Whatever revokes a token of the device ends the device too. */
const isValid = sql`d.ended_at is null and d.expires_at > now() and not exists (
  select from token t where t.device_id = d.id and t.revoked_at is not null)`

const columnsFor = (token: string) => sql`
  d.id as "_id", seconds(d.created_at) as created, seconds(d.used_at) as used,
  seconds(d.expires_at) as expires, d.agent, d.network,
  exists (select from token t where t.id = ${token} and t.device_id = d.id) as current`

export const listDevices = (db: Db, by: Caller, range: Range): Promise<Page<RememberedDevice>> =>
  listPage(db, range, {
    columns: columnsFor(by.token),
    from: sql`remembered_device d`,
    where: sql`d.person_id = ${by._id} and ${isValid}`,
    order: desc(sql`d.used_at`, sql`d.id`),
    key: sql`d.id`,
  })

export async function findDeviceOfToken(
  db: Db,
  token: string,
): Promise<RememberedDevice | undefined> {
  const { rows } = await sql<RememberedDevice>`
    select ${columnsFor(token)} from remembered_device d
    where d.id = (select device_id from token where id = ${token}) and ${isValid}`.execute(db)
  return rows[0]
}

/** Only for a session of the web app, and until that session would end. Undefined for others. */
export async function insertDevice(
  tx: Tx,
  device: Pick<Device, 'agent' | 'network'> & { by: Caller; family: string; digest: string },
): Promise<RememberedDevice | undefined> {
  await sql`
    with device as (
      insert into remembered_device (
        person_id, family_digest, digest, second_factor, agent, network, expires_at)
      select person_id, ${device.family}, ${device.digest}, second_factor, ${device.agent},
        ${device.network}, expires_at
      from token where id = ${device.by.token} and idle_timeout is not null
      returning id)
    update token set device_id = device.id from device where token.id = ${device.by.token}`.execute(
    tx,
  )
  return findDeviceOfToken(tx, device.by.token)
}

export type LockedDevice = {
  id: string
  person: string
  digest: string
  isPrevious: boolean
  /** The cookie was replaced just now, so another tab may still send the one before. */
  isFresh: boolean
  secondFactor: boolean
  /** The token that used the device last. */
  token: string
}

/** A cookie of two tabs that start together, in seconds. */
const GRACE_SECONDS = 60

export async function lockDevice(
  tx: Tx,
  { family, digest }: { family: string; digest: string },
): Promise<LockedDevice | undefined> {
  const { rows } = await sql<LockedDevice>`
    select d.id, d.person_id as person, d.digest, d.second_factor as "secondFactor",
      coalesce(d.previous_digest = ${digest}, false) as "isPrevious",
      d.rotated_at > now() - make_interval(secs => ${GRACE_SECONDS}) as "isFresh",
      (select t.id from token t where t.device_id = d.id
        order by t.created_at desc, t.id desc limit 1) as token
    from remembered_device d
    where d.family_digest = ${family} and ${isValid}
    for update of d`.execute(tx)
  return rows[0]?.token ? rows[0] : undefined
}

export async function rotateDevice(tx: Tx, id: string, digest: string): Promise<void> {
  await sql`
    update remembered_device
    set previous_digest = digest, digest = ${digest}, rotated_at = now()
    where id = ${id}`.execute(tx)
}

/** The token does not outlive the device. Tokens that have ended no longer belong to it. */
export async function addTokenToDevice(
  tx: Tx,
  { device, token, agent, network }: { device: string; token: string } & Partial<Device>,
): Promise<number> {
  await sql`
    update token set device_id = null
    where device_id = ${device} and (
      expires_at <= now() or used_at <= now() - idle_timeout)`.execute(tx)
  await sql`
    update token set device_id = d.id, expires_at = least(token.expires_at, d.expires_at)
    from remembered_device d where token.id = ${token} and d.id = ${device}`.execute(tx)
  const { rows } = await sql<{ seconds: number }>`
    update remembered_device set used_at = now(), agent = ${agent ?? null},
      network = ${network ?? null}
    where id = ${device}
    returning ceil(extract(epoch from expires_at - now()))::int as seconds`.execute(tx)
  return rows[0]!.seconds
}

/** Ends the device and its sessions. False if it has ended already. */
export async function endDevice(
  tx: Tx,
  { id, person }: { id: string; person: string },
): Promise<boolean> {
  const { rows } = await sql`
    update remembered_device d set ended_at = now()
    where id = ${id} and person_id = ${person} and ${isValid} returning 1`.execute(tx)
  await sql`
    update token set revoked_at = now()
    where device_id = ${id} and person_id = ${person} and revoked_at is null`.execute(tx)
  return rows.length > 0
}

/** Removes ended devices, and the longest unused ones beyond the limit. */
export async function removeOldDevices(tx: Tx, person: string, limit: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from remembered_device d where person_id = ${person} and ${isValid}
    order by used_at desc, id desc offset ${limit}`.execute(tx)
  for (const { id } of rows) await endDevice(tx, { id, person })
  await sql`delete from remembered_device d
    where person_id = ${person} and not (${isValid})`.execute(tx)
}
