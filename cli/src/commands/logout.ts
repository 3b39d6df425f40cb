import { sessions } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import type { CliAccount } from '../client.ts'
import { deleteCredentials } from '../credentials.ts'
import { printDetails, printJson } from '../output/print.ts'

type Options = CliAccount & { json?: boolean }

export async function logout(
  client: Client,
  { email, address, credentialsFile, json }: Options,
): Promise<void> {
  await revokeToken(client)
  if (credentialsFile) await deleteCredentials(credentialsFile)
  if (json) printJson({ email, revoked: true })
  else
    printDetails([
      ['Signed out', email],
      ['Service', address],
    ])
}

/** Before it is deleted here: a token that is only deleted stays valid. */
export async function revokeToken({ call }: Client): Promise<void> {
  await call(sessions.closeSession).catch((error: unknown) => {
    // Already revoked.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  })
}
