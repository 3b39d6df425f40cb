import { createTransport } from 'nodemailer'

export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
  messageId: string
  created: Date
}
/** Pooled connections for one run of the job. None is kept for the next run, where it may be dead. */
export type MailTransport = { send: (mail: MailMessage) => Promise<void>; end: () => void }

export const CONNECTIONS = 4
/** All shorter than the lease of a mail (send.ts), so a slow server does not cause a second send. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

export function smtpTransport(
  { url, from }: { url: string; from: string },
  timeouts = TIMEOUTS,
): () => MailTransport {
  const server = serverOptions(new URL(url))
  return () => {
    // No requeues: only send.ts decides whether a mail is sent again.
    const transport = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: Infinity,
      maxRequeues: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
      ...server,
    })
    return {
      async send({ to, subject, text, html, headers, messageId, created }) {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html && { html }),
          headers,
          messageId: `<${messageId}>`,
          date: created,
        })
      },
      end: () => transport.close(),
    }
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** A password is never sent unencrypted, except to this machine. */
function serverOptions({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:'
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(auth && { auth }),
    requireTLS: Boolean(auth) && !secure && !LOOPBACK.test(hostname),
  }
}
