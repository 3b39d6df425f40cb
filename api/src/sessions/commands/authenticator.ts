import type { Db } from '../../kernel/db/connect.ts'
import type { Authenticator } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { throwIfRejected, tooMany } from '../../kernel/http/contract/problem.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'
import { findCallerByLink, findCallerByToken } from '../queries.ts'
import { createVersionReader } from '../../kernel/http/auth/caller-version.ts'
import { scopeRejection, secondFactorRejection } from '../rules.ts'
import { linkRefused, refreshCallers } from './refresh-callers.ts'

const MAX_GUESSES_PER_MINUTE = 300

type Token = { email: string; digest: string; address: string }

/** Resolves a credential to its caller, for the kernel. */
export function createAuthenticator(db: Db): Omit<Authenticator, 'byBearer' | 'byShare'> {
  const guesses = new Map<string, number>()
  setInterval(() => guesses.clear(), 60_000).unref()
  const findByToken = createTokenReader(db)

  const findByLink = async (link: Parameters<typeof findCallerByLink>[1]) => {
    const caller = await findCallerByLink(db, link)
    if (!caller) throw linkRefused()
    return caller
  }

  return {
    async byToken({ user, secret, network, address }) {
      const digest = digestSecret(secret.slice('token-'.length))
      const found = await findByToken({ email: user, digest, address })
      if (found) return found
      const count = (guesses.get(network) ?? 0) + 1
      guesses.set(network, count)
      throw count > MAX_GUESSES_PER_MINUTE
        ? tooMany('Too many invalid tokens from your network. Try again later.', 60)
        : unauthorized()
    },
    byLink: findByLink,
    refresh: (callers) => refreshCallers(db, callers),
    checkToken(caller, endpoint) {
      throwIfRejected(scopeRejection(caller.scope, endpoint))
      throwIfRejected(secondFactorRejection(caller, endpoint))
    },
  }
}

const MAX_REMEMBERED = 1_000
/** Signed links are valid for whole seconds. */
const CLOCK_TOLERANCE_SECONDS = 0.1

/**
 * Remembers what was computed from the rows of a caller, with the versions of these rows. Every
 * request asks the database for the versions, which are null for a token that is not valid. Only if
 * they are the same, the caller is used again.
 */
function createTokenReader(db: Db) {
  const remembered = new Map<string, { version: string; caller: Caller }>()
  const readVersion = createVersionReader(db)

  return async (token: Token): Promise<Caller | undefined> => {
    const key = `${token.address} ${token.digest} ${token.email}`
    const known = remembered.get(key)
    if (known) {
      const { version, now } = await readVersion(token)
      if (version === known.version) {
        const clockOffset = now - Date.now() / 1000
        if (Math.abs(clockOffset - known.caller.clockOffset) > CLOCK_TOLERANCE_SECONDS)
          known.caller = { ...known.caller, clockOffset }
        return known.caller
      }
      remembered.delete(key)
    }
    const found = await findCallerByToken(db, token)
    if (!found) return undefined
    const { version, caller } = found
    if (version !== null) {
      if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
      remembered.set(key, { version, caller })
    }
    return caller
  }
}
