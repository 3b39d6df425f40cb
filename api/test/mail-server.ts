// A real SMTP server in this process, which can be as difficult as real ones are.
import type { Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/**
 * `defer` and `refuse` answer 451 and 550 to the recipient; `hang` says nothing more; `swallow`
 * keeps the mail and is gone before it could say so.
 */
export type RecipientBehavior = 'accept' | 'defer' | 'refuse' | 'hang' | 'swallow'
export type MailServer = {
  url: string
  /** All that were taken, in order of arrival. */
  mails: ParsedMail[]
  /** Also per address: whoever is not named gets what was said for all. */
  behave: (how: RecipientBehavior, towards?: string) => void
  /**
   * Stops listening and cuts every connection; `open` listens again at the same address, with the
   * same mails.
   */
  close: () => Promise<void>
  open: () => Promise<void>
}

export async function startMailServer({
  port = 0,
  user,
}: { port?: number; user?: { name: string; password: string } } = {}): Promise<MailServer> {
  const mails: ParsedMail[] = []
  const manners = new Map<string, RecipientBehavior>()
  const sockets = new Set<Socket>()
  const mannersTo = (address: string) => manners.get(address) ?? manners.get('') ?? 'accept'
  const make = () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: !user,
      allowInsecureAuth: true,
      closeTimeout: 1,
      onAuth: (given, _session, done) =>
        given.username === user?.name && given.password === user?.password
          ? done(null, { user: given.username! })
          : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
      onRcptTo({ address }, _session, done) {
        const how = mannersTo(address)
        if (how === 'defer')
          return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        if (how === 'refuse')
          return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        if (how !== 'hang') done()
      },
      async onData(stream, session, done) {
        mails.push(await simpleParser(stream))
        if (session.envelope.rcptTo.some(({ address }) => mannersTo(address) === 'swallow'))
          return sockets.forEach((socket) => socket.destroy())
        done()
      },
    })
    server.on('error', () => {
      /* A client that is cut off complains here. */
    })
    server.server.on(
      'connection',
      (socket: Socket) => void sockets.add(socket.on('close', () => sockets.delete(socket))),
    )
    return server
  }
  let server = make()
  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      const listening = server.listen(at, '127.0.0.1', () =>
        resolve((listening.address() as { port: number }).port),
      )
    })
  const chosen = await listen(port)
  return {
    url: `smtp://${user ? `${user.name}:${user.password}@` : ''}127.0.0.1:${chosen}`,
    mails,
    behave: (how, towards = '') => void manners.set(towards, how),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      sockets.forEach((socket) => socket.destroy())
      await closed
    },
    async open() {
      server = make()
      await listen(chosen)
    },
  }
}
