/** What an SMTP library says went wrong. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number | false }

/**
 * `away`: the server takes nothing from us now. `later`: not this mail, not now. `refused`: never
 * this mail.
 */
export type SendFailure = 'away' | 'later' | 'refused'

/** Before these it was not about this mail: a wrong password of ours must not lose everybody's. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA', 'API'])
const TRYING_AGAIN_HELPS_LATER = 421

export function classifySmtpError({ code, command, responseCode }: SmtpError): SendFailure {
  if (!ABOUT_THE_MAIL.has(command ?? '') || responseCode === TRYING_AGAIN_HELPS_LATER) return 'away'
  // Ours: an address that is none, found before anybody was called.
  if (command === 'API') return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'away'
  if (!responseCode) return 'away'
  return responseCode >= 500 ? 'refused' : 'later'
}

/**
 * Minutes to wait after a try. A server that is back is not kept waiting for an hour; a mailbox
 * that is full is not asked every minute.
 */
export const retryMinutes = (attempts: number, verdict: SendFailure): number =>
  Math.min(2 ** Math.max(0, attempts - 1), verdict === 'away' ? 5 : 60)
