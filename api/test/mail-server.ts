// A real SMTP server in this process that can also reject, defer or drop mail.
import type { Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/**
 * `defer` and `refuse` reply 451 and 550 to the recipient. `hang` does not reply. `swallow` accepts
 * the mail and disconnects before it confirms.
 */
export type RecipientBehavior = 'accept' | 'defer' | 'refuse' | 'hang' | 'swallow'
export type MailServer = {
  url: string
  /** All accepted mails, in order of arrival. */
  mails: ParsedMail[]
  /** Sets the behavior for one recipient, or for all others. */
  behave: (behavior: RecipientBehavior, recipient?: string) => void
  /** Stops the server and cuts every connection. `open` starts it again on the same port. */
  close: () => Promise<void>
  open: () => Promise<void>
}

export async function startMailServer({
  port = 0,
  user,
}: { port?: number; user?: { name: string; password: string } } = {}): Promise<MailServer> {
  const mails: ParsedMail[] = []
  const behaviors = new Map<string, RecipientBehavior>()
  const sockets = new Set<Socket>()
  const behaviorFor = (address: string) => behaviors.get(address) ?? behaviors.get('') ?? 'accept'
  const createServer = () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: !user,
      allowInsecureAuth: true,
      closeTimeout: 1,
      onAuth: (credentials, _session, done) =>
        credentials.username === user?.name && credentials.password === user?.password
          ? done(null, { user: credentials.username! })
          : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
      onRcptTo({ address }, _session, done) {
        const behavior = behaviorFor(address)
        if (behavior === 'defer')
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        if (behavior === 'refuse')
          return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        if (behavior !== 'hang') done()
      },
      async onData(stream, session, done) {
        // Undefined if the connection was cut before the end of the mail.
        const mail = await simpleParser(stream).catch(() => undefined)
        if (!mail) return
        mails.push(mail)
        if (session.envelope.rcptTo.some(({ address }) => behaviorFor(address) === 'swallow'))
          sockets.forEach((socket) => socket.destroy())
        else done()
      },
    })
    server.on('error', () => {
      /* Clients that were cut off. */
    })
    server.server.on(
      'connection',
      (socket: Socket) => void sockets.add(socket.on('close', () => sockets.delete(socket))),
    )
    return server
  }
  let server = createServer()
  const listen = (requestedPort: number) =>
    new Promise<number>((resolve) => {
      const listening = server.listen(requestedPort, '127.0.0.1', () =>
        resolve((listening.address() as { port: number }).port),
      )
    })
  const actualPort = await listen(port)
  return {
    url: `smtp://${user ? `${user.name}:${user.password}@` : ''}127.0.0.1:${actualPort}`,
    mails,
    behave: (behavior, recipient = '') => void behaviors.set(recipient, behavior),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      sockets.forEach((socket) => socket.destroy())
      await closed
    },
    async open() {
      server = createServer()
      await listen(actualPort)
    },
  }
}
