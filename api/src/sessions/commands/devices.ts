// Devices on which people stay signed in. The cookie of a device has two secrets: the first one
// finds the device, the second one is replaced with every use. A second secret that was replaced
// earlier comes from a copy of the cookie, so the device ends.
import { timingSafeEqual } from 'node:crypto'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, notFound } from '../../kernel/http/contract/problem.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import type { RememberedDevice, Session } from '../contract.ts'
import { findAccountOf, insertToken, type Account, type Device } from '../queries.ts'
import {
  addTokenToDevice,
  endDevice,
  findDeviceOfToken,
  insertDevice,
  lockDevice,
  removeOldDevices,
  rotateDevice,
  type LockedDevice,
} from '../queries/devices.ts'
import type { Origin } from './sign-in.ts'

const MAX_DEVICES = 20

type NewCookie = { value: string; seconds: number }

export async function rememberDevice(
  tx: Tx,
  { by, device }: { by: Caller; device: Device },
): Promise<{ device: RememberedDevice; cookie: NewCookie }> {
  if (await findDeviceOfToken(tx, by.token))
    throw conflict('device.exists', 'This session already stays signed in on this device.')
  const [family, secret] = [newSecret(), newSecret()]
  await removeOldDevices(tx, by._id, MAX_DEVICES - 1)
  const remembered = await insertDevice(tx, {
    ...device,
    by,
    family: digestSecret(family),
    digest: digestSecret(secret),
  })
  // The token of a script does not end anyway.
  if (!remembered)
    throw conflict(
      'device.web-session-required',
      'Only a session of the web app can stay signed in. Sign in with X-Session: web.',
    )
  const seconds = remembered.expires - remembered.created
  return { device: remembered, cookie: { value: `${family}.${secret}`, seconds } }
}

export async function removeDevice(tx: Tx, { id, by }: { id: string; by: Caller }) {
  if (!(await endDevice(tx, { id, person: by._id }))) throw notFound('device')
  return { _id: id, removed: true as const }
}

/** Without a cookie, two tabs started together and the other one has the new cookie. */
type Resumed = { session: Session; cookie: NewCookie | undefined }

export async function resumeSession(
  db: Db,
  { cookie, ...origin }: { cookie: string } & Origin,
): Promise<Resumed> {
  const resumed = await inTransaction(db, (tx) => tryResume(tx, cookie, origin))
  // Not thrown in the transaction, which would undo the end of the device.
  if (!resumed) throw unauthorized('This device is no longer signed in. Sign in again.')
  return resumed
}

async function tryResume(tx: Tx, cookie: string, origin: Origin): Promise<Resumed | undefined> {
  const [family, secret] = cookie.split('.')
  if (!family || !secret) return undefined
  const digest = digestSecret(secret)
  const device = await lockDevice(tx, { family: digestSecret(family), digest })
  const account = device && (await findAccountOf(tx, device.person))
  if (!device || !account) return undefined
  const isCurrent = timingSafeEqual(Buffer.from(device.digest), Buffer.from(digest))
  if (!isCurrent && !(device.isPrevious && device.isFresh)) {
    await endStolenDevice(tx, device, account, origin)
    return undefined
  }
  if ((account.hasCodes || account.requiresTwoFactor) && !device.secondFactor) {
    await endDevice(tx, device)
    return undefined
  }
  const { session, seconds } = await openDeviceSession(tx, device, account, origin)
  if (!isCurrent) return { session, cookie: undefined }
  const next = newSecret()
  await rotateDevice(tx, device.id, digestSecret(next))
  return { session, cookie: { value: `${family}.${next}`, seconds } }
}

/** The new token acts in no more studios than the one before, and proves no identity. */
async function openDeviceSession(
  tx: Tx,
  device: LockedDevice,
  account: Account,
  origin: Origin,
): Promise<{ session: Session; seconds: number }> {
  const token = newSecret()
  const { id } = await insertToken(tx, {
    person: account.id,
    digest: digestSecret(token),
    secondFactor: device.secondFactor,
    device: origin.device,
    createdBy: device.token,
  })
  const { agent, network } = origin.device
  const seconds = await addTokenToDevice(tx, { device: device.id, token: id, agent, network })
  await recordUse(tx, account, origin, { device: device.id })
  return { session: { token, email: account.email }, seconds }
}

async function endStolenDevice(tx: Tx, device: LockedDevice, account: Account, origin: Origin) {
  await endDevice(tx, device)
  await recordUse(tx, account, origin, { device: device.id, copied: true }, 'refused')
  await queueMail(tx, {
    to: account.email,
    subject: 'A device was signed out of Reelay',
    text:
      'Somebody used an old copy of the cookie with which you stay signed in on a device.\n' +
      'We signed this device out. If this was not you, change your password.\n',
  })
}

const recordUse = (
  tx: Tx,
  { id, name, studios }: Account,
  { request, address }: Origin,
  input: object,
  outcome: 'done' | 'refused' = 'done',
) =>
  recordAudit(tx, {
    by: { _id: id, name },
    action: 'POST /session/resume',
    about: { kind: 'session', id, name },
    studios,
    input,
    request,
    address,
    outcome,
  })
