// Connections that only see the rows of a caller. Each states its caller before anything else runs on
// it.
import type pg from 'pg'
import { usePool, type Db } from './connect.ts'
import { stateCaller, type StatedCaller } from './stated-caller.ts'

export type CallerConnections = { as: (identity: StatedCaller) => Db; close: () => Promise<void> }

export const callerConnections = (pool: pg.Pool): CallerConnections => ({
  as: (identity) => ({
    useConnection: (work) =>
      usePool(pool, async (client) => {
        await stateCaller(client, identity)
        return await work(client)
      }),
  }),
  close: () => pool.end(),
})
