import { sessions } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import type { CliAccount } from '../client.ts'
import { deleteCredentials } from '../credentials.ts'
import { printDetails, printJson } from '../output/print.ts'

type Options = CliAccount & { json?: boolean }

/** Revokes the token first: a token that is only deleted here stays valid. */
export async function logout({ call }: Client, { email, address, json }: Options): Promise<void> {
  await call(sessions.closeSession).catch((error: unknown) => {
    // Already revoked.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
  await deleteCredentials()
  if (json) printJson({ email, revoked: true })
  else
    printDetails([
      ['Signed out', email],
      ['Service', address],
    ])
}
