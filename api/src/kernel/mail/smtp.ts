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
/**
 * One round of sending. Its connections are shared within it and none outlives it, so none is found
 * dead the next time.
 */
export type MailTransport = { send: (mail: MailMessage) => Promise<void>; end: () => void }

export const CONNECTIONS = 4
/**
 * Any silence is shorter than the lease of a mail (send.ts): who waits for a server holds the mail
 * as long as they wait.
 */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

export function smtpTransport(
  { url, from }: { url: string; from: string },
  patience = PATIENCE,
): () => MailTransport {
  const server = serverAt(new URL(url))
  return () => {
    // A mail whose connection breaks comes back to us; whether it is tried again is decided in one
    // place.
    const transport = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: Infinity,
      maxRequeues: 0,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...patience,
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

/** A password is never sent in the clear, except to this machine itself. */
function serverAt({ protocol, hostname, port, username, password }: URL) {
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
