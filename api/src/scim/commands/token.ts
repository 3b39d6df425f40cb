import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { StudioClient } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { isInNetwork } from '../../kernel/http/contract/ip-network.ts'

/** Replaces the previous token, of which only the digest is stored. */
export async function createScimToken(tx: Tx, studio: string): Promise<string> {
  const token = `scim-${newSecret()}`
  await sql`
    insert into scim_token (studio_id, digest) values (${studio}, ${digestSecret(token)})
    on conflict (studio_id) do update set digest = excluded.digest, created_at = now(),
      used_at = null`.execute(tx)
  return token
}

export const removeScimToken = (tx: Tx, studio: string) =>
  sql`delete from scim_token where studio_id = ${studio}`.execute(tx)

export async function findScimToken(
  db: Db,
  studio: string,
): Promise<{ created: number | null; used: number | null }> {
  const { rows } = await sql<{ created: number; used: number | null }>`
    select seconds(created_at) as created, seconds(used_at) as used from scim_token
    where studio_id = ${studio}`.execute(db)
  return rows[0] ?? { created: null, used: null }
}

/** The networks of the studio apply to programs too. */
export const authenticateScim =
  (db: Db) =>
  async (token: string, address: string): Promise<StudioClient> => {
    const { rows } = await sql<{ studio: string; networks: string[] | null }>`
      with used as (
        update scim_token set used_at = now()
        where digest = ${digestSecret(token)} and (used_at is null
          or used_at < now() - interval '1 minute')
        returning studio_id)
      select t.studio_id as studio, s.settings -> 'allowedNetworks' as networks
      from scim_token t join studio s on s.id = t.studio_id
      where t.digest = ${digestSecret(token)}`.execute(db)
    const client = rows[0]
    const isOutside =
      client?.networks?.length && !client.networks.some((network) => isInNetwork(address, network))
    if (!client || isOutside) throw unauthorized()
    return { studio: client.studio }
  }
