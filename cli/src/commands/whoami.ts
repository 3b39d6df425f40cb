import { sessions, type users } from '@reelay/api/contract'
import type { Client } from '../client.ts'
import { user } from '../resources/users.ts'
import { printFacts, printJson } from '../output/print.ts'

type Options = { address: string; json?: boolean }

export async function whoami({ call }: Client, { address, json }: Options): Promise<void> {
  // With a token the service lists the people one can see, oneself first.
  const [me] = (await call(sessions.openSession, { range: { first: 0, last: 0 } })) as users.User[]
  if (json) printJson(me)
  else
    printFacts([
      ...user.facts(me!),
      ['Second factor', me!.twofactorVerified ? 'used for this session' : 'not used'],
      ['Signed in at', address],
    ])
}
