import { sessions, type users } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import type { CliAccount } from '../client.ts'
import { printDetails, printJson } from '../output/print.ts'
import { user } from '../resources/users.ts'

type Options = CliAccount & { json?: boolean }

export async function whoami({ call }: Client, { address, json }: Options): Promise<void> {
  // With a token, the service lists the visible users and puts the caller first.
  const [me] = (await call(sessions.openSession, { range: { first: 0, last: 0 } })) as users.User[]
  if (json) printJson(me)
  else
    printDetails([
      ...user.details(me!),
      ['Second factor', me!.twofactorVerified ? 'used for this session' : 'not used'],
      ['Service', address],
    ])
}
