import type { Db } from '../../kernel/db/connect.ts'
import type { Authenticator } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { forbidden, throwIfRejected, tooMany } from '../../kernel/http/contract/problem.ts'
import { digestSecret } from '../../kernel/http/auth/secret.ts'
import { findCallerByLink, findCallersByTokens, findCallerByToken } from '../queries.ts'
import { scopeRejection, secondFactorRejection } from '../rules.ts'

const MAX_GUESSES_PER_MINUTE = 300

const linkRefused = () =>
  forbidden('link.invalid', 'This link is invalid or has expired. Request a new one.')

/** Resolves a credential to its caller, for the kernel. */
export function createAuthenticator(db: Db): Omit<Authenticator, 'byBearer' | 'byShare'> {
  const guesses = new Map<string, number>()
  setInterval(() => guesses.clear(), 60_000).unref()

  return {
    async byToken({ user, secret, network, address }) {
      const digest = digestSecret(secret.slice('token-'.length))
      const caller = await findCallerByToken(db, { email: user, digest, address })
      if (caller) return caller
      const count = (guesses.get(network) ?? 0) + 1
      guesses.set(network, count)
      throw count > MAX_GUESSES_PER_MINUTE
        ? tooMany('Too many invalid tokens from your network. Try again later.', 60)
        : unauthorized()
    },
    async byLink(link) {
      const caller = await findCallerByLink(db, link)
      if (!caller) throw linkRefused()
      return caller
    },
    async refresh(entries) {
      const callers = await findCallersByTokens(
        db,
        entries.map(({ caller, address }) => ({ token: caller.token, address })),
      )
      return entries.map(({ address }, index) => {
        const caller = callers[index]
        return caller ? { caller, address } : linkRefused()
      })
    },
    checkToken(caller, endpoint) {
      throwIfRejected(scopeRejection(caller.scope, endpoint))
      throwIfRejected(secondFactorRejection(caller, endpoint))
    },
  }
}
