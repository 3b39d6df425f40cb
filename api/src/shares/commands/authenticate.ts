import type { Db } from '../../kernel/db/connect.ts'
import type { Authenticator } from '../../kernel/http/app.ts'
import { unauthorized } from '../../kernel/http/auth/authenticate.ts'
import { forbidden, notFound } from '../../kernel/http/contract/problem.ts'
import { findGuest, isPast } from '../queries/sessions.ts'

/**
 * Resolves the token of an opened share, or a URL that was signed for it, to the guest. The URLs of a
 * share that has ended answer like those of a file under embargo: there is nothing to see.
 */
export const authenticateGuest =
  (db: Db): Authenticator['byShare'] =>
  async (share) => {
    if ('expires' in share) {
      const { token: session, person, expires } = share
      const guest = await findGuest(db, { session, person, expires })
      if (guest) return guest
      throw (await isPast(db, expires))
        ? forbidden('link.invalid', 'This link is invalid or has expired. Request a new one.')
        : notFound('shared file')
    }
    const guest = await findGuest(db, { token: share.token })
    if (!guest) throw unauthorized('This share is closed. Open its link again.')
    return guest
  }
