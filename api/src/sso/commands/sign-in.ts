import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, forbidden, invalid, notFound } from '../../kernel/http/contract/problem.ts'
import { verifySecondFactor } from '../../sessions/commands/sign-in.ts'
import type { Session } from '../../sessions/contract.ts'
import { findAccountOf, insertToken, type Account, type Device } from '../../sessions/queries.ts'
import type { Identity } from '../contract.ts'
import { findFinishedAttempt, removeAttempt, type FinishedAttempt } from '../queries/attempts.ts'
import { insertIdentity, listIdentities, revokeSsoTokens } from '../queries/identities.ts'
import { findActiveProvider } from '../queries/providers.ts'
import { usedSecondFactor, type StoredProvider } from '../rules/providers.ts'
import { isOnlyIn } from '../rules/accounts.ts'
import { resolveAccount, type SsoAccount } from './accounts.ts'
import { ATTEMPT_ID_TOKEN, SESSION_ID_TOKEN, type Secrets } from './stored-secrets.ts'

export type Proof = { code: string; verifier: string }
type From = {
  otp: string | undefined
  network: string
  device: Device
  request: string
  address: string
}

/** Takes a Db because a wrong two-factor code is counted although the sign-in fails. */
export async function signInWithSso(
  db: Db,
  proof: Proof,
  from: From,
  { secrets, masterKeys }: { secrets: Secrets; masterKeys: MasterKeys },
): Promise<Session> {
  const { attempt, provider } = await readAttempt(db, proof)
  const resolved = await inTransaction(db, (tx) => resolveAccount(tx, provider, attempt.claims))
  const account = await findAccountOf(db, resolved.person)
  if (!account) throw expired()
  const secondFactor = await checkSecondFactor(db, masterKeys, {
    provider,
    attempt,
    account,
    resolved,
    from,
  })
  const token = newSecret()
  await inTransaction(db, async (tx) => {
    if (!(await removeAttempt(tx, attempt.id))) throw expired()
    const { id } = await insertToken(tx, {
      person: account.id,
      digest: digestSecret(token),
      secondFactor,
      device: from.device,
      isVerified: !resolved.limited || isOnlyIn(account, provider.studio),
    })
    const idToken = secrets.seal(
      SESSION_ID_TOKEN,
      id,
      secrets.open(ATTEMPT_ID_TOKEN, attempt.id, attempt.idToken),
    )
    await sql`
      insert into sso_session (token_id, studio_id, provider_id, identity_id, limited, id_token)
      values (${id}, ${provider.studio}, ${provider._id}, ${resolved.identity},
        ${resolved.limited}, ${idToken})`.execute(tx)
    await recordAudit(tx, {
      by: { _id: account.id, name: account.name },
      action: 'POST /session/sso/token',
      about: { kind: 'session', id: account.id, name: account.name },
      studios: [provider.studio],
      input: { provider: provider._id, secondFactor },
      request: from.request,
      address: from.address,
    })
  })
  return { token, email: account.email }
}

/**
 * The provider's second factor counts in its own studio. An identity that a person connected acts
 * in other studios too, so it needs Reelay's second factor where one is set up or enforced.
 */
async function checkSecondFactor(
  db: Db,
  masterKeys: MasterKeys,
  {
    provider,
    attempt,
    account,
    resolved,
    from,
  }: {
    provider: StoredProvider
    attempt: FinishedAttempt
    account: Account
    resolved: SsoAccount
    from: From
  },
): Promise<boolean> {
  if (resolved.limited && usedSecondFactor(provider, attempt.claims)) return true
  if (!account.hasCodes && !account.requiresTwoFactor) return false
  if (!account.hasCodes)
    throw forbidden(
      'sso.second-factor-required',
      'Your studio requires two-factor authentication, but the sign-in provider did not ask for it. Contact your studio.',
    )
  await verifySecondFactor(db, masterKeys, account, { network: from.network, code: from.otp })
  return true
}

/** The person is signed in, so they agree that this identity may use their account. */
export async function linkIdentity(
  tx: Tx,
  { by, ...proof }: Proof & { by: Caller },
): Promise<Identity> {
  const { attempt, provider } = await readAttempt(tx, proof)
  if (!by.isAdmin && !by.studios.includes(provider.studio)) throw notFound('identity provider')
  if (!(await removeAttempt(tx, attempt.id))) throw expired()
  const { rows } = await sql<{ limited: boolean }>`
    select limited from sso_session where token_id = ${by.token}`.execute(tx)
  if (rows[0]?.limited)
    throw forbidden('sso.password-required', 'Sign in with your password to connect a provider.')
  const id = await insertIdentity(tx, {
    provider: provider._id,
    person: by._id,
    claims: attempt.claims,
    selfLinked: true,
  })
  const linked = id ?? (await takeOver(tx, provider, attempt, by._id))
  const { items } = await listIdentities(tx, by._id, { first: 0, last: 499 })
  return items.find(({ _id }) => _id === linked)!
}

/** An identity that was connected automatically gets the consent of its owner. */
async function takeOver(
  tx: Tx,
  provider: StoredProvider,
  { claims }: FinishedAttempt,
  person: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    update identity set self_linked = true
    where provider_id = ${provider._id} and issuer = ${claims.issuer}
      and subject = ${claims.subject} and person_id = ${person}
    returning id`.execute(tx)
  if (!rows[0])
    throw conflict('sso.identity-in-use', 'This identity is connected to another account.')
  return rows[0].id
}

export async function removeIdentity(tx: Tx, { id, by }: { id: string; by: Caller }) {
  const { rows } = await sql`delete from identity where id = ${id} and person_id = ${by._id}
    returning 1`.execute(tx)
  if (!rows.length) throw notFound('identity')
  await revokeSsoTokens(tx, { identity: id })
  return { _id: id, removed: true as const }
}

export async function readAttempt(db: Db, proof: Proof) {
  const attempt = await findFinishedAttempt(db, proof)
  const provider = attempt && (await findActiveProvider(db, attempt.provider))
  if (!provider) throw expired()
  return { attempt, provider }
}

export const expired = () =>
  invalid('sso.expired', 'This sign-in has expired or began in another browser. Try again.')
