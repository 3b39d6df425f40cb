/** An error of the SMTP library. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number | false }

/**
 * `unavailable`: the server accepts no mail now. `deferred`: it does not accept this mail now.
 * `rejected`: it never accepts this mail.
 */
export type SendFailure = 'unavailable' | 'deferred' | 'rejected'

/** An earlier error does not concern the mail. A wrong password, for example, must lose no mail. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA', 'API'])
const SERVICE_UNAVAILABLE = 421

export function classifySmtpError({ code, command, responseCode }: SmtpError): SendFailure {
  if (!MAIL_COMMANDS.has(command ?? '') || responseCode === SERVICE_UNAVAILABLE)
    return 'unavailable'
  // The library itself rejects an invalid address before it connects.
  if (command === 'API')
    return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'rejected' : 'unavailable'
  if (!responseCode) return 'unavailable'
  return responseCode >= 500 ? 'rejected' : 'deferred'
}

/** The wait after an attempt: up to five minutes for a server, up to an hour for a full mailbox. */
export const retryMinutes = (attempts: number, failure: SendFailure): number =>
  Math.min(2 ** Math.max(0, attempts - 1), failure === 'unavailable' ? 5 : 60)
