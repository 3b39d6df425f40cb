import { sessions } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import type { Client } from '../client.ts'
import { forgetCredentials } from '../credentials.ts'
import { printFacts, printJson } from '../output/print.ts'

type Options = { email: string; address: string; json?: boolean }

/** The token is revoked first: were it only forgotten here, it would still open the door. */
export async function logout({ call }: Client, { email, address, json }: Options): Promise<void> {
  await call(sessions.closeSession).catch((error: unknown) => {
    // It was revoked elsewhere, so there is nothing left to revoke.
    if (!(error instanceof Refusal && error.status === 401)) throw error
  })
  await forgetCredentials()
  if (json) printJson({ email, revoked: true })
  else
    printFacts([
      ['Signed out', email],
      ['At', address],
    ])
}
