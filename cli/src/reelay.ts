#!/usr/bin/env node
// The terminal program. Each command is loaded when it is called: the contract takes 200 ms, and help should not wait for it.
import { Refusal, type Call } from '@reelay/client'
import { Argument, Command, CommanderError } from 'commander'
import { adminCommands } from './admin.ts'
import { connect } from './connect.ts'
import { getCredentials, type Credentials } from './credentials.ts'
import { EXIT, Stop, endingOf, isOfNetwork } from './exit.ts'
import { KINDS, type Kind } from './kinds.ts'
import { plain } from './print.ts'

const program = new Command('reelay')
  .description('Assets, files and work requests of a Reelay service, from the terminal')
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Try: reelay --help')
  .exitOverride()
  .addHelpText('after', `\nExample:\n  $ reelay login\n  $ reelay show asset almanac-season-trailer\n\nExit codes:\n${Object.values(EXIT).map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`).join('\n')}`)

command('login', 'Sign in to a service and keep the token', 'reelay login\n  $ reelay login --address https://reelay.example --email you@studio.example')
  .option('--address <address>', 'where the service is')
  .option('--email <email>', 'who you are; the password is asked for, never given here')
  .action(async (options: { address?: string; email?: string; json?: boolean }) => {
    const [{ login }, { openAsk }] = await Promise.all([import('./commands/login.ts'), import('./ask.ts')])
    const ask = openAsk()
    await login(connect, { ...options, ask }).finally(ask.close)
  })

command('logout', 'Revoke the token and forget it', 'reelay logout')
  .action(async (options: { json?: boolean }) => (await import('./commands/logout.ts')).logout(...await signedIn(options)))

command('whoami', 'Show who you are signed in as', 'reelay whoami\n  $ reelay whoami --json')
  .action(async (options: { json?: boolean }) => (await import('./commands/whoami.ts')).whoami(...await signedIn(options)))

command('show', 'Show one record', 'reelay show asset almanac-season-trailer\n  $ reelay show request 6918a2f0c3d4e5f60718293a --json')
  .addArgument(new Argument('<kind>', 'what it is').choices(KINDS))
  .argument('<id>', 'its id, or its slug where it has one')
  .action(async (kind: Kind, id: string, options: { json?: boolean }) => (await import('./commands/show.ts')).show(...await signedIn({ ...options, kind, id })))

adminCommands(program.command('admin').description('Back up, restore and look after an installation, on its own machine').exitOverride())

process.exitCode = await run(process.argv)

function command(name: string, description: string, example: string): Command {
  return program.command(name).description(description).option('--json', 'answer in JSON, for machines').addHelpText('after', `\nExample:\n  $ ${example}`).exitOverride()
}

/** A caller for the person who is signed in, and what the command needs to know of them beside its options. */
async function signedIn<O extends object>(options: O): Promise<[call: Call, options: O & Pick<Credentials, 'address' | 'email'>]> {
  const { address, email, token } = await getCredentials()
  return [connect(address, { email, token }), { ...options, address, email }]
}

async function run(words: string[]): Promise<number> {
  try {
    await program.parseAsync(words)
    return EXIT.done.code
  } catch (error) {
    // Help and version end this way too; commander has said all there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done.code : EXIT.misused.code
    const ending = endingOf(error)
    console.error(ending === 'broken' && !(error instanceof Stop) ? error : words.includes('--json') && error instanceof Refusal ? JSON.stringify(error.problem) : `reelay: ${sentenceFor(error as Error)}`)
    return EXIT[ending].code
  }
}

function sentenceFor(error: Error): string {
  if (isOfNetwork(error)) return 'The service does not answer. Is its address right, and does it run?'
  if (!(error instanceof Refusal)) return plain(error.message)
  const hint = error.status === 401 && !process.argv.includes('login') ? ' Sign in again with: reelay login' : ''
  const faults = error.errors.map(({ pointer, message }) => `\n  ${plain(pointer)} ${plain(message)}`).join('')
  return `${plain(error.message)} (${plain(error.code)})${hint}${faults}`
}
