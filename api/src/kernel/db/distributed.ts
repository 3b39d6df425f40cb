import pg from 'pg'
import { clientOptions } from './connect.ts'

/** Whether this database is on a Citus cluster (docs/run/citus.md). */
export async function isDistributed(url: string): Promise<boolean> {
  const client = new pg.Client(clientOptions(url))
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
    return rowCount === 1
  } finally {
    await client.end()
  }
}
