// A studio whose webhooks go to real receivers on this machine.
import type { TestContext } from 'node:test'
import { emit } from '../src/kernel/events/emit.ts'
import { drain } from '../src/kernel/jobs/loop.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import { createTargetResolver } from '../src/kernel/http/outbound/resolve-target.ts'
import * as contract from '../src/webhooks/contract.ts'
import { takeDeliveries, type SenderConfig } from '../src/webhooks/reactions/send.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { testMasterKeys } from './test-app.ts'
import { loadFixtures, type TestUser, type Fixtures } from './fixtures.ts'

export const sending: SenderConfig = {
  resolver: createTargetResolver(true),
  publicUrl: 'http://reelay.test',
  appUrl: 'http://app.test',
  timeoutSeconds: 10,
  masterKeys: testMasterKeys,
}

type Hook = WebhookReceiver & { id: string; secret: string }
export type WebhookFixtures = Fixtures & {
  createHook: (body?: Partial<contract.NewWebhook>, by?: TestUser) => Promise<Hook>
  /** Emits events in studio A and queues their deliveries. */
  emitEvents: (...types: contract.Webhook['types']) => Promise<void>
  /** Sends all deliveries that are due. */
  sendDue: (how?: Partial<SenderConfig>) => Promise<void>
  /** Makes every delayed webhook due. */
  endBackoff: () => Promise<void>
  /** Oldest first. */
  deliveries: (webhook: string) => Promise<contract.Delivery[]>
}

export async function loadWebhookFixtures(t: TestContext): Promise<WebhookFixtures> {
  const fixtures = await loadFixtures(t, { WEBHOOK_PRIVATE: '1' })
  const { db, a, runJobs } = fixtures
  const { studio, vendor } = a.people
  return {
    ...fixtures,
    async createHook(body = {}, by = studio) {
      const receiver = await startReceiver(t)
      const { _id: id, secret } = await by.call(contract.createWebhook, {
        body: { studio: a.studio._id, url: receiver.url, ...body },
      })
      return { ...receiver, id, secret }
    },
    async emitEvents(...types) {
      for (const type of types)
        await inTransaction(db, (tx) =>
          emit(tx, { type, from: vendor._id, studio: a.studio._id, asset: a.asset._id }),
        )
      await runJobs()
    },
    sendDue: (how) => drain(takeDeliveries(db, { ...sending, ...how })),
    endBackoff: async () => {
      await sql`update webhook set resume_at = now() - interval '1 second'
        where resume_at is not null`.execute(db)
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
