import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import type { MasterKeys } from '../db/encryption/parse-keys.ts'
import type { JobLog } from '../jobs/loop.ts'
import type { LongJob } from '../jobs/worker.ts'
import { mailsSent } from '../telemetry/metrics.ts'
import { textWithCode } from './mail-code.ts'
import type { MailTransport, MailMessage } from './smtp.ts'
import {
  retryMinutes,
  classifySmtpError,
  type SmtpError,
  type SendFailure,
} from './classify-error.ts'

export type SendMailOptions = {
  /** Without a server, mail stays in the outbox. */
  openTransport: (() => MailTransport) | undefined
  /** The host of the public URL. Message ids end with it. */
  host: string
  /** Called right before a mail is sent. If it returns false, it has withdrawn the mail. */
  stillAllowed: (db: Db, mail: string) => Promise<boolean>
  /** Opens the codes of invitations and password resets. */
  masterKeys: MasterKeys
  log: JobLog
}
type ClaimedMail = MailMessage & { id: string; attempts: number; code: string | null }

const CONCURRENCY = 4
/** Longer than every timeout of the server. After a crash, the mail is due again when it ends. */
const LEASE = '5 minutes'
const GIVE_UP_AFTER = '5 days'

/**
 * Sends all due mail. A mail is marked as sent only after the server confirms it. A crash between
 * the two sends it twice, with the same Message-ID.
 */
export const sendMail = ({ openTransport, ...options }: SendMailOptions): LongJob => ({
  maxAttempts: 8,
  async work(_payload, { db, signal }) {
    if (!openTransport) return async () => {}
    await giveUpOldMail(db)
    const transport = openTransport()
    let failures = 0
    const sendDueMail = async () => {
      while (!signal.aborted && failures < CONCURRENCY) {
        const mail = await claimMail(db, options.host)
        if (!mail) return
        if (!(await options.stillAllowed(db, mail.id))) continue
        const outcome = await attempt(db, transport, mail, options)
        mailsSent.inc({ outcome })
        if (outcome === 'unavailable') failures++
      }
    }
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, sendDueMail))
    } finally {
      transport.end()
    }
    return async () => {}
  },
  // The next run sends what is left.
  onExhausted: async () => {},
})

async function claimMail(db: Db, host: string): Promise<ClaimedMail | undefined> {
  const { rows } = await sql<ClaimedMail>`
    update mail set
      attempts = attempts + 1,
      next_at = now() + ${LEASE}::interval,
      message_id = coalesce(message_id, id || '@' || ${host})
    where id = (
      select id from mail
      where sent_at is null and failed_at is null and next_at <= now()
      order by next_at, id
      for update skip locked
      limit 1)
    returning
      id, attempts, to_address as "to", subject, text, code, html, headers,
      message_id as "messageId", created_at as created`.execute(db)
  return rows[0]
}

async function attempt(
  db: Db,
  transport: MailTransport,
  mail: ClaimedMail,
  { log, masterKeys }: Pick<SendMailOptions, 'log' | 'masterKeys'>,
): Promise<SendFailure | 'sent'> {
  const { code: _, ...message } = mail
  const text = textWithCode(masterKeys, mail)
  try {
    await transport.send({ ...message, text })
  } catch (error) {
    const { code, message } = error as SmtpError
    const failure = classifySmtpError(error as SmtpError)
    // The message of the server may contain an address, so it is shown in the outbox only.
    log.error({ mail: mail.id, attempt: mail.attempts, failure, code }, 'a mail could not be sent')
    await saveFailure(db, mail, failure, message)
    return failure
  }
  await sql`
    update mail set sent_at = now(), error = null, code = null
    where id = ${mail.id} and attempts = ${mail.attempts}`.execute(db)
  return 'sent'
}

const saveFailure = (db: Db, { id, attempts }: ClaimedMail, failure: SendFailure, reason: string) =>
  sql`
    update mail set
      error = ${reason.replace(/\s+/g, ' ').slice(0, 500)},
      next_at = now() + make_interval(mins => ${retryMinutes(attempts, failure)}),
      failed_at = case when ${failure === 'rejected'} then now() end
    where id = ${id} and attempts = ${attempts}`.execute(db)

/** Mail may also be old because there was no server before. */
const giveUpOldMail = (db: Db) =>
  sql`
    update mail set
      failed_at = now(),
      error = 'Not sent within ' || ${GIVE_UP_AFTER} || coalesce(': ' || error, '')
    where sent_at is null
      and failed_at is null
      and created_at < now() - ${GIVE_UP_AFTER}::interval
      and next_at <= now()`.execute(db)
