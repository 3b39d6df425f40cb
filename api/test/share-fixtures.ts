import { rawRequest } from './raw-request.ts'
import { uploadVersion } from './review-fixtures.ts'
import { changeRequest, createRequestAt } from './work-requests.ts'
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

/** An offline in review, shared with the guest, who has opened the link. */
export async function shareOffline(fixtures: Fixtures, more: Partial<shares.NewShare> = {}) {
  const { a } = fixtures
  const request = await createRequestAt(a, 'in-progress')
  const offline = await uploadVersion(fixtures, request)
  await changeRequest(a.people.vendor, request, { status: 'for-review' })
  const { share, code } = await shareWithGuest(fixtures, a.people.studio, {
    kind: 'offline',
    subject: offline._id,
    mayDownload: false,
    mayComment: true,
    mayDecide: true,
    ...more,
  })
  return { request, offline, share, code, opened: await openLink(fixtures, code) }
}

/** Sends JSON with a share token. */
export const sendAsGuest = (
  fixtures: Pick<TestApp, 'app'>,
  opened: { token: string },
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
) =>
  asGuest(fixtures, `/api/shared/${path}`, opened, {
    method,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
