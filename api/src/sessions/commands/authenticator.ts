import type { Db } from '../../kernel/db/connect.ts'
import type { Authenticator } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { forbidden, tooMany } from '../../kernel/http/contract/problem.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'
import { findCallerByLink, findCallerByToken } from '../queries.ts'

const MAX_GUESSES_PER_MINUTE = 300

/** Resolves a credential to its caller, for the kernel. */
export function createAuthenticator(db: Db): Authenticator {
  const guesses = new Map<string, number>()
  setInterval(() => guesses.clear(), 60_000).unref()

  return {
    async byToken({ user, secret, network }) {
      const caller = await findCallerByToken(db, user, digestSecret(secret.slice('token-'.length)))
      if (caller) return caller
      const count = (guesses.get(network) ?? 0) + 1
      guesses.set(network, count)
      throw count > MAX_GUESSES_PER_MINUTE
        ? tooMany('Too many invalid tokens from your network. Try again later.', 60)
        : unauthorized()
    },
    async byLink({ person, token }) {
      const caller = await findCallerByLink(db, person, token)
      if (!caller)
        throw forbidden('link.refused', 'This link is invalid or has expired. Request a new one.')
      return caller
    },
  }
}
