import { rawRequest } from './raw-request.ts'
import { newestCode } from './mail-codes.ts'
import * as shares from '../src/shares/contract.ts'
import type { Fixtures, TestUser } from './fixtures.ts'
import type { TestApp } from './test-app.ts'

export const GUEST = 'press@outside.example'

type Opened = { token: string; expires: number; share: shares.SharedPage }

/** The code at the end of a share link. */
export const codeOf = ({ url }: shares.ShareWithUrl): string => url!.split('/').at(-1)!

/** Shares with one recipient and returns the code from their mail. */
export async function shareWithGuest(
  fixtures: Fixtures,
  by: TestUser,
  body: Omit<shares.NewShare, 'recipients'>,
  email = GUEST,
): Promise<{ share: shares.ShareWithUrl; code: string }> {
  const share = await by.call(shares.createShare, { body: { ...body, recipients: [{ email }] } })
  await fixtures.runJobs()
  return { share, code: await newestCode(fixtures, 's', email) }
}

/** Opens a link as its recipient would. */
export async function openLink(
  fixtures: Pick<TestApp, 'as'>,
  code: string,
  body: { passphrase?: string; name?: string } = {},
): Promise<Opened> {
  return fixtures.as().call(shares.openShare, { params: { code }, body })
}

/** A request with a share token. */
export const asGuest = (
  fixtures: Pick<TestApp, 'app'>,
  url: string,
  { token }: Pick<Opened, 'token'>,
  options: Parameters<typeof rawRequest>[2] = {},
) =>
  rawRequest(fixtures, url, {
    ...options,
    headers: { ...options.headers, authorization: `Bearer ${token}` },
  })
