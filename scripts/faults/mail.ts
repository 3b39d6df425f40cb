// An SMTP server that rejects for a while, does not respond, or closes before it confirms.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  startMailServer,
  type MailServer,
  type RecipientBehavior,
} from '../../api/test/mail-server.ts'
import { runOn } from '../../api/test/standby.ts'
import { parse, send, type Connection } from '../tools/send.ts'
import {
  runScenario,
  type FaultFindings,
  type Faults,
  type Installation,
  type FaultPlace,
} from './installation.ts'
import type { Scenario } from './scenario.ts'
import { waitUntil } from './wait.ts'

const SECONDS_TO_DELIVER = 90
const FAULTS: readonly RecipientBehavior[] = ['defer', 'swallow', 'hang', 'accept']
const MAILS_PER_ROUND = 5
const WAITING = 'select id from mail where sent_at is null and failed_at is null'

/** The control counts a mail twice that arrived once. */
export const failingMail = (isControl = false): Scenario => ({
  name: isControl ? 'control: a mail arrives twice' : 'slow and failing SMTP',
  isControl,
  run: (options) => runScenario(options, (place) => failMail(place, isControl)),
})

async function failMail({ after }: FaultPlace, isControl: boolean): Promise<Faults> {
  const server = await startMailServer()
  after(server.close)
  const invited = new Set<string>()
  let swallowed = 0
  return {
    env: { SMTP_URL: server.url, MAIL_FROM: 'Reelay <reels@example.com>' },
    clients: { orders: 2, reads: 1 },
    async inject({ random, connection, short, log, databaseUrl }: Installation) {
      const rounds = isControl ? 1 : short ? FAULTS.length : 40
      for (let round = 0; round < rounds; round++) {
        const behavior = isControl ? 'accept' : FAULTS[round % FAULTS.length]!
        const before = server.mails.length
        const recipient = (number: number) => `invited-${round}-${number}@example.com`
        // It takes half a minute until a server that does not reply is given up.
        server.behave(behavior === 'hang' ? 'accept' : behavior)
        if (behavior === 'hang') server.behave('hang', recipient(0))
        if (!isControl && random.chance(0.3)) await restartServer(server)
        for (let number = 0; number < MAILS_PER_ROUND; number++)
          invited.add(await invite(connection, recipient(number)))
        await sendDueMail(databaseUrl)
        if (behavior === 'swallow') swallowed += server.mails.length - before
        server.behave('accept', recipient(0))
        log(`${invited.size} mails; ${behavior}`)
      }
      server.behave('accept')
      return rounds
    },
    async check({ databaseUrl }) {
      await waitUntil(async () => {
        const isEmpty = (await runOn(databaseUrl, WAITING)).length === 0
        if (!isEmpty) await sendDueMail(databaseUrl)
        return isEmpty
      }, SECONDS_TO_DELIVER)
      if (isControl) server.mails.push({ ...server.mails[0]!, messageId: '<another@example.com>' })
      return compareMail(server, invited, swallowed)
    },
  }
}

async function restartServer(server: MailServer) {
  await server.close()
  await sleep(500)
  await server.open()
}

async function invite(connection: Connection, email: string): Promise<string> {
  const body = { emailNormal: email, name: 'Invited', roles: ['vendor'] }
  const reply = await send(connection, '/api/users', { method: 'POST', body, key: email })
  if (reply.status !== 200) throw new Error(`Invitation refused: ${reply.bytes.toString()}`)
  return String(parse(reply).emailNormal)
}

/** Instead of waiting minutes for the next attempt. A mail on its way is left alone. */
async function sendDueMail(url: string) {
  await waitForJob(url)
  await runOn(url, 'update mail set next_at = now() where sent_at is null and failed_at is null')
  await runOn(url, `insert into job (kind, payload) values ('send-mail', '{}')`)
  await waitForJob(url)
}

const waitForJob = (url: string) =>
  waitUntil(async () => {
    const due = `select id from job where kind = 'send-mail' and run_at <= now()`
    return (await runOn(url, due)).length === 0
  }, SECONDS_TO_DELIVER)

/**
 * Every invitation arrives with one Message-ID. It may arrive again only if the server took it and
 * closed the connection before it confirmed, because nobody can know that it arrived.
 */
function compareMail(
  { mails }: MailServer,
  invited: Set<string>,
  swallowed: number,
): FaultFindings {
  const byAddress = Map.groupBy(mails, ({ to }) => (to as { text: string }).text)
  const received = [...invited].map((address) =>
    (byAddress.get(address) ?? []).map(({ messageId }) => messageId),
  )
  const distinct = received.map((ids) => new Set(ids).size)
  const sum = (figures: number[]) => figures.reduce((total, many) => total + Math.max(0, many), 0)
  const repeated = sum(received.map((ids) => ids.length - 1))
  return {
    lost: distinct.filter((many) => many === 0).length,
    duplicated: sum(distinct.map((many) => many - 1)) + Math.max(0, repeated - swallowed),
    note: `${invited.size} mails, ${repeated} again after ${swallowed} without confirmation`,
  }
}
