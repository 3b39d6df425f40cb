import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { LongJob } from '../jobs/worker.ts'
import type { MailTransport, MailMessage } from './smtp.ts'
import {
  retryMinutes,
  classifySmtpError,
  type SmtpError,
  type SendFailure,
} from './classify-error.ts'

export type SendMailOptions = {
  /** Without a server mail stays in the outbox. */
  openTransport: (() => MailTransport) | undefined
  /** Of the service's public address; message ids end with it. */
  host: string
  /**
   * Asked right before a mail leaves: whether what it says may still be said. Whoever says no has
   * taken it back.
   */
  stillAllowed: (db: Db, mail: string) => Promise<boolean>
  log: { error: (about: object, message: string) => void }
}
type Taken = MailMessage & { id: string; attempts: number }

const HANDS = 4
/** Longer than the longest silence of a server. Who died with a mail in hand lets go of it then. */
const LEASE = '5 minutes'
const KEPT_FOR = '5 days'

/**
 * Sends what waits. A mail is marked as sent after the server's 250 and not before: whoever dies
 * between the two sends it twice, under the
 * same Message-ID, and there is no other way to.
 */
export const sendMail = ({ openTransport: open, ...sending }: SendMailOptions): LongJob => ({
  maxAttempts: 8,
  async work(_nothing, { db, signal }) {
    if (!open) return async () => {}
    await giveUpOld(db)
    const round = open()
    let away = 0
    const hand = async () => {
      while (!signal.aborted && away < HANDS) {
        const mail = await take(db, sending.host)
        if (!mail) return
        if (!(await sending.stillAllowed(db, mail.id))) continue
        if ((await attempt(db, round, mail, sending)) === 'away') away++
      }
    }
    try {
      await Promise.all(Array.from({ length: HANDS }, hand))
    } finally {
      round.end()
    }
    return async () => {}
  },
  // What waits is taken up by the next round.
  onExhausted: async () => {},
})

async function take(db: Db, host: string): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update mail set attempts = attempts + 1, next_at = now() + ${LEASE}::interval, message_id = coalesce(message_id, id || '@' || ${host})
    where id = (select id from mail where sent_at is null and failed_at is null and next_at <= now() order by next_at, id for update skip locked limit 1)
    returning id, attempts, to_address as "to", subject, text, html, headers, message_id as "messageId", created_at as created`.execute(
    db,
  )
  return rows[0]
}

async function attempt(
  db: Db,
  round: MailTransport,
  mail: Taken,
  { log }: Pick<SendMailOptions, 'log'>,
): Promise<SendFailure | 'sent'> {
  try {
    await round.send(mail)
  } catch (error) {
    const verdict = classifySmtpError(error as SmtpError)
    // The server's words may hold an address: they are for the outbox, not for the log.
    log.error(
      { mail: mail.id, attempt: mail.attempts, verdict, fault: (error as SmtpError).code },
      'a mail was not sent',
    )
    await keepWaiting(db, mail, verdict, (error as Error).message)
    return verdict
  }
  await sql`update mail set sent_at = now(), error = null where id = ${mail.id} and attempts = ${mail.attempts}`.execute(
    db,
  )
  return 'sent'
}

const keepWaiting = (db: Db, { id, attempts }: Taken, verdict: SendFailure, reason: string) =>
  sql`
  update mail set error = ${reason.replace(/\s+/g, ' ').slice(0, 500)}, next_at = now() + make_interval(mins => ${retryMinutes(attempts, verdict)}), failed_at = case when ${verdict === 'refused'} then now() end
  where id = ${id} and attempts = ${attempts}`.execute(db)

/**
 * After days nobody wants to read it any more; least of all what lay here for months before there
 * was a server.
 */
const giveUpOld = (db: Db) =>
  sql`
  update mail set failed_at = now(), error = 'Not sent within ' || ${KEPT_FOR} || coalesce(': ' || error, '')
  where sent_at is null and failed_at is null and created_at < now() - ${KEPT_FOR}::interval and next_at <= now()`.execute(
    db,
  )
