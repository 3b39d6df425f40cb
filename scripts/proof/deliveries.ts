// SMTP servers and webhook targets that are slow, reject for a while, or close connections.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  startMailServer,
  type MailServer,
  type RecipientBehavior,
} from '../../api/test/mail-server.ts'
import { runOn } from '../../api/test/standby.ts'
import {
  startReceiver,
  type ReceivedWebhook,
  type ReceiverReply,
} from '../../api/test/webhook-receiver.ts'
import type { Random } from '../fuzz/random.ts'
import type { Scenario } from './scenario.ts'
import { parse, send, type ProofConnection } from './send.ts'
import {
  runJob,
  runSingleNode,
  waitForWrites,
  type Faults,
  type FaultFindings,
} from './single-node.ts'

const CLIENTS = { orders: 2, changes: 0, uploads: 0, reads: 1 }
const SECONDS_TO_DELIVER = 90

const MAIL_FAULTS: readonly RecipientBehavior[] = ['defer', 'swallow', 'hang', 'accept']
const ROUNDS = { short: 4, long: 40 }
const MAILS_PER_ROUND = 5

/** The control counts a mail twice that arrived once. */
export const failingMail = (isControl = false): Scenario => ({
  name: isControl ? 'control: a mail arrives twice' : 'slow and failing SMTP',
  isControl,
  run: (options) => runSingleNode(options, () => failMail(isControl)),
})

async function failMail(isControl: boolean): Promise<Faults> {
  const server = await startMailServer()
  const invited = new Set<string>()
  let swallows = 0
  return {
    env: { SMTP_URL: server.url, MAIL_FROM: 'Reelay <reels@example.com>' },
    clients: CLIENTS,
    async inject({ random, service, target, short, log, databaseUrl }) {
      const agent = new Agent({ keepAlive: true })
      const connection = { port: service.port, agent, authorization: target.authorization }
      const rounds = isControl ? 2 : short ? ROUNDS.short : ROUNDS.long
      for (let round = 0; round < rounds; round++) {
        const behavior = isControl ? 'accept' : MAIL_FAULTS[round % MAIL_FAULTS.length]!
        const before = server.mails.length
        const recipient = (number: number) => `proof-${round}-${number}@example.com`
        // It takes half a minute until a server that does not reply is given up.
        server.behave(behavior === 'hang' ? 'accept' : behavior)
        if (behavior === 'hang') server.behave('hang', recipient(0))
        if (!isControl && random.happens(0.3)) await restartServer(server)
        for (let number = 0; number < MAILS_PER_ROUND; number++)
          invited.add(await invite(connection, recipient(number)))
        await sendDueMail(databaseUrl)
        if (behavior === 'swallow') swallows += server.mails.length - before
        server.behave('accept', recipient(0))
        log(`${invited.size} mails; ${behavior}`)
      }
      agent.destroy()
      server.behave('accept')
      return rounds
    },
    async check({ databaseUrl }) {
      await deliverMail(databaseUrl)
      if (isControl) server.mails.push({ ...server.mails[0]!, messageId: '<another@example.com>' })
      return compareMail(server, invited, swallows)
    },
    close: server.close,
  }
}

async function restartServer(server: MailServer) {
  await server.close()
  await sleep(500)
  await server.open()
}

async function invite(connection: ProofConnection, email: string): Promise<string> {
  const body = { emailNormal: email, name: 'Proof', roles: ['vendor'] }
  const answer = await send(connection, 'POST', '/users', { body, key: email })
  if (answer.status !== 200) throw new Error(`Invitation refused: ${answer.bytes.toString()}`)
  return String(parse(answer).emailNormal)
}

/** Instead of waiting minutes for the next attempt. A mail on its way is left alone. */
async function sendDueMail(url: string) {
  await waitForJob(url)
  await runOn(url, 'update mail set next_at = now() where sent_at is null and failed_at is null')
  await runJob(url, 'send-mail')
  await waitForJob(url)
}

async function waitForJob(url: string) {
  const isRunning = async () =>
    (await runOn(url, `select id from job where kind = 'send-mail' and run_at <= now()`)).length > 0
  for (let second = 0; second < SECONDS_TO_DELIVER && (await isRunning()); second++)
    await sleep(1_000)
}

async function deliverMail(url: string) {
  for (let second = 0; second < SECONDS_TO_DELIVER; second += 2) {
    const waiting = await runOn(
      url,
      'select id from mail where sent_at is null and failed_at is null',
    )
    if (waiting.length === 0) return
    await sendDueMail(url)
  }
}

/**
 * Every invitation arrives with one Message-ID. It may arrive again only if the server took it and
 * closed the connection before it confirmed, because nobody can know that it arrived.
 */
function compareMail({ mails }: MailServer, invited: Set<string>, swallows: number): FaultFindings {
  const ids = new Map<string, string[]>()
  for (const { to, messageId } of mails) {
    const address = (to as { text: string }).text
    ids.set(address, [...(ids.get(address) ?? []), String(messageId)])
  }
  const received = [...invited].map((address) => ids.get(address) ?? [])
  const distinct = received.map((list) => new Set(list).size)
  const repeated = received.reduce((sum, list) => sum + Math.max(0, list.length - 1), 0)
  return {
    lost: distinct.filter((many) => many === 0).length,
    duplicated:
      distinct.reduce((sum, many) => sum + Math.max(0, many - 1), 0) +
      Math.max(0, repeated - swallows),
    note: `${invited.size} mails, ${repeated} again after ${swallows} without confirmation`,
  }
}

/** The control forgets one delivery that arrived. */
export const failingWebhook = (isControl = false): Scenario => ({
  name: isControl ? 'control: a webhook is lost' : 'slow and failing webhook target',
  isControl,
  run: (options) => runSingleNode(options, () => failWebhook(isControl)),
})

async function failWebhook(isControl: boolean): Promise<Faults> {
  const closing: (() => void)[] = []
  const receiver = await startReceiver({ after: (close) => void closing.push(close as () => void) })
  const confirmed: ReceivedWebhook[] = []
  const confirm = (received: ReceivedWebhook) => {
    confirmed.push(received)
    return 204
  }
  return {
    env: { WEBHOOK_PRIVATE: '1' },
    clients: CLIENTS,
    async prepare({ service, target }) {
      const agent = new Agent()
      const connection = { port: service.port, agent, authorization: target.authorization }
      const body = { studio: target.studio, url: receiver.url, types: ['wsu'] }
      const answer = await send(connection, 'POST', '/webhooks', { body })
      if (answer.status !== 200) throw new Error(`Webhook refused: ${answer.bytes.toString()}`)
      agent.destroy()
    },
    async inject({ random, work, short, log, databaseUrl }) {
      let faults = 0
      receiver.reply((received) => {
        const reply = isControl ? undefined : webhookFault(random)
        if (reply === undefined) return confirm(received)
        faults += 1
        return reply
      })
      for (let round = 0; round < (short ? 8 : 60); round++) {
        await waitForWrites(work, 5)
        await resumeWebhooks(databaseUrl)
        await sleep(1_000)
      }
      log(`${work.ledger.orders.size} orders; ${faults} faults of the target`)
      return faults
    },
    async check({ work, databaseUrl }) {
      receiver.reply(confirm)
      await deliverWebhooks(databaseUrl)
      if (isControl) confirmed.splice(1, 1)
      return compareWebhooks(databaseUrl, work.ledger.orders, confirmed, receiver.requests)
    },
    close: async () => closing.forEach((close) => close()),
  }
}

function webhookFault(random: Random): ReceiverReply | undefined {
  if (random.happens(0.5)) return undefined
  return random.pick<ReceiverReply>([
    500,
    503,
    (response) => response.destroy(),
    (response) => void setTimeout(() => response.writeHead(500).end(), 1_500),
  ])
}

const resumeWebhooks = (url: string) =>
  runOn(url, 'update webhook set resume_at = now() where resume_at is not null')

async function deliverWebhooks(url: string) {
  for (let second = 0; second < SECONDS_TO_DELIVER; second++) {
    const waiting = await runOn(
      url,
      `select id from webhook_delivery where status = 'waiting'
       union all select id from event where not pushed`,
    )
    if (waiting.length === 0) return
    await resumeWebhooks(url)
    await sleep(1_000)
  }
}

/** Each order is delivered under one id, and in the order of the queue. */
async function compareWebhooks(
  url: string,
  orders: Map<string, string>,
  confirmed: ReceivedWebhook[],
  received: ReceivedWebhook[],
): Promise<FaultFindings> {
  const queue = await runOn<{ id: string; order: string; event: string }>(
    url,
    `select d.id, e.work_request_id as order, e.id as event
     from webhook_delivery d join event e on e.id = d.event_id order by d.number`,
  )
  const arrived = [...new Set(confirmed.map(({ payload }) => payload.id))]
  const known = new Set(arrived)
  const delivered = new Set(queue.filter(({ id }) => known.has(id)).map(({ order }) => order))
  const ids = new Map<string, Set<string>>()
  for (const { payload } of received)
    ids.set(payload.event!._id, (ids.get(payload.event!._id) ?? new Set()).add(payload.id))
  const expected = queue.map(({ id }) => id).filter((id) => known.has(id))
  const isOrdered = expected.every((id, index) => arrived[index] === id)
  return {
    lost: [...orders.values()].filter((id) => !delivered.has(id)).length,
    duplicated: [...ids.values()].filter(({ size }) => size > 1).length,
    failed: isOrdered ? 0 : 1,
    note: `${arrived.length} delivered in ${received.length} attempts${isOrdered ? '' : ', out of order'}`,
  }
}
