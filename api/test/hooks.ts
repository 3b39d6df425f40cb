// A studio whose events go to real receivers on this machine.
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { emit } from '../src/kernel/events/emit.ts'
import { drain } from '../src/kernel/jobs/loop.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { scoutFor } from '../src/webhooks/commands/aim.ts'
import * as contract from '../src/webhooks/contract.ts'
import { turnsOf, type Sending } from '../src/webhooks/reactions/send.ts'
import { receiver, type Receiver } from './receiver.ts'
import { world, type Person, type World } from './world.ts'

export const sending: Sending = {
  scout: scoutFor(true),
  publicUrl: 'http://reelay.test',
  appUrl: 'http://app.test',
  capSeconds: 10,
}

type Hook = Receiver & { id: string; secret: string }
export type Hooked = World & {
  hook: (body?: Partial<contract.NewWebhook>, by?: Person) => Promise<Hook>
  /** Something happens in studio A, and stands in the lines. */
  tell: (...types: contract.Webhook['types']) => Promise<void>
  /** All that may be sent now is. */
  send: (how?: Partial<Sending>) => Promise<void>
  /** Whatever a target waits for is over. */
  letPass: () => Promise<void>
  /** Oldest first. */
  deliveries: (webhook: string) => Promise<contract.Delivery[]>
}

export async function hooked(t: TestContext): Promise<Hooked> {
  const house = await world(t, { WEBHOOK_PRIVATE: '1' })
  const { db, a, runJobs } = house
  const { studio, vendor } = a.people
  return {
    ...house,
    async hook(body = {}, by = studio) {
      const at = await receiver(t)
      const { _id: id, secret } = await by.call(contract.createWebhook, {
        body: { studio: a.studio._id, url: at.url, ...body },
      })
      return { ...at, id, secret }
    },
    async tell(...types) {
      for (const type of types)
        await inTransaction(db, (tx) =>
          emit(tx, { type, from: vendor._id, studio: a.studio._id, asset: a.asset._id }),
        )
      await runJobs()
    },
    send: (how) => drain(turnsOf(db, { ...sending, ...how })),
    letPass: async () => {
      await sql`update webhook set resume_at = now() - interval '1 second' where resume_at is not null`.execute(
        db,
      )
    },
    deliveries: async (webhook) =>
      (
        await studio.call(contract.listDeliveries, {
          params: { id: webhook },
          range: { first: 0, last: 99 },
        })
      ).items.toReversed(),
  }
}
