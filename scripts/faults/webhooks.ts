// A webhook target that is slow, fails and closes connections.
import { runOn } from '../../api/test/standby.ts'
import {
  startReceiver,
  type ReceivedWebhook,
  type ReceiverReply,
} from '../../api/test/webhook-receiver.ts'
import type { Random } from '../tools/random.ts'
import { send } from '../tools/send.ts'
import { runScenario, type FaultFindings, type Faults, type FaultPlace } from './installation.ts'
import type { Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'
import { waitForWrites } from './workload.ts'

const SECONDS_TO_DELIVER = 90

/** The control forgets one delivery that arrived. */
export const failingWebhook = (isControl = false): Scenario => ({
  name: isControl ? 'control: a webhook is lost' : 'slow and failing webhook target',
  isControl,
  run: (options) => runScenario(options, (place) => failWebhook(place, isControl)),
})

async function failWebhook(place: FaultPlace, isControl: boolean): Promise<Faults> {
  const receiver = await startReceiver(place)
  const confirmed: ReceivedWebhook[] = []
  const confirm = (received: ReceivedWebhook) => {
    confirmed.push(received)
    return 204
  }
  return {
    env: { WEBHOOK_PRIVATE: '1' },
    clients: { orders: 2, reads: 1 },
    async prepare({ connection, fixtures }) {
      const body = { studio: fixtures.a.studio._id, url: receiver.url, types: ['wsu'] }
      const reply = await send(connection, '/api/webhooks', { method: 'POST', body })
      if (reply.status !== 200) throw new Error(`Webhook refused: ${reply.bytes.toString()}`)
    },
    async inject({ random, work, short, log, databaseUrl }) {
      let faults = 0
      receiver.reply((received) => {
        const fault = isControl ? undefined : chooseFault(random)
        if (fault === undefined) return confirm(received)
        faults += 1
        return fault
      })
      for (let round = 0; round < (short ? 6 : 60); round++) {
        await waitForWrites(work, 5)
        await resumeWebhooks(databaseUrl)
      }
      log(`${work.ledger.orders.size} orders; ${faults} faults of the target`)
      return faults
    },
    async check({ work, databaseUrl }) {
      receiver.reply(confirm)
      await waitUntil(async () => {
        await resumeWebhooks(databaseUrl)
        return (await runOn(databaseUrl, WAITING)).length === 0
      }, SECONDS_TO_DELIVER)
      if (isControl) confirmed.splice(1, 1)
      const orders = [...work.ledger.orders.values()]
      return compareWebhooks(databaseUrl, orders, confirmed, receiver.requests)
    },
  }
}

function chooseFault(random: Random): ReceiverReply | undefined {
  if (random.chance(0.5)) return undefined
  return random.pick<ReceiverReply>([
    500,
    503,
    (response) => response.destroy(),
    (response) => void setTimeout(() => response.writeHead(500).end(), 1_500),
  ])
}

const WAITING = `select id from webhook_delivery where status = 'waiting'
  union all select id from event where not pushed`
const resumeWebhooks = (url: string) =>
  runOn(url, 'update webhook set resume_at = now() where resume_at is not null')

/** Each order is delivered under one id, and in the order of the queue. */
async function compareWebhooks(
  url: string,
  orders: string[],
  confirmed: ReceivedWebhook[],
  received: ReceivedWebhook[],
): Promise<FaultFindings> {
  const queue = await runOn<{ id: string; order: string }>(
    url,
    `select d.id, e.work_request_id as order
     from webhook_delivery d join event e on e.id = d.event_id order by d.number`,
  )
  const arrived = [...new Set(confirmed.map(({ payload }) => payload.id))]
  const isArrived = new Set(arrived)
  const delivered = queue.filter(({ id }) => isArrived.has(id))
  const deliveredOrders = new Set(delivered.map(({ order }) => order))
  const idsOfEvent = Map.groupBy(received, ({ payload }) => payload.event!._id)
    .values()
    .map((same) => new Set(same.map(({ payload }) => payload.id)))
  const isOrdered = delivered.every(({ id }, index) => arrived[index] === id)
  return {
    lost: orders.filter((id) => !deliveredOrders.has(id)).length,
    duplicated: [...idsOfEvent].filter(({ size }) => size > 1).length,
    failed: isOrdered ? 0 : 1,
    note: `${arrived.length} delivered in ${received.length} attempts${isOrdered ? '' : ', out of order'}`,
  }
}
