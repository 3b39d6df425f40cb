import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { disconnectedOf } from './admission.ts'
import type { App } from './app.ts'
import type { StatedCaller } from '../db/stated-caller.ts'
import { vendorStudiosOf, type Caller } from './contract/caller.ts'

type Asking = Pick<FastifyRequest, 'person' | 'studioClient'>

export function databaseFor({ database }: Pick<App, 'database'>, asking: Asking): Db {
  const identity = identityOf(asking)
  return identity ? database.as(identity) : database.system
}

/** Changes, uploads and heavy requests have connections of their own. */
export function databaseForRequest(
  app: Pick<App, 'database'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Db {
  if (request.load === 'heavy')
    return app.database.heavy(identityOf(request), disconnectedOf({ request, reply }))
  // What arrived is saved, also if the client disconnects.
  if (request.load === 'upload' || request.load === 'register')
    return app.database.uploads(identityOf(request))
  if (request.load === 'save') return app.database.saves(identityOf(request))
  return databaseFor(app, request)
}

/** Whether row-level security does not limit the caller. */
export const seesAllRows = (asking: Asking) => identityOf(asking) === undefined

/** Undefined for all rows: before sign-in there is no caller, and an admin belongs to every studio. */
function identityOf({ person, studioClient }: Asking): StatedCaller | undefined {
  if (studioClient) return { person: null, studios: [studioClient.studio] }
  return !person || person.isAdmin ? undefined : statedCallerOf(person)
}

const stated = new WeakMap<Caller, StatedCaller>()

/** Not for admins, who belong to every studio. */
export function statedCallerOf(person: Caller): StatedCaller {
  const statedCaller = stated.get(person) ?? computeStatedCaller(person)
  stated.set(person, statedCaller)
  return statedCaller
}

function computeStatedCaller(person: Caller): StatedCaller {
  const vendorStudios = vendorStudiosOf(person)
  return {
    person: person._id,
    // The first wall limits people to the requests they were invited to.
    studios: [...new Set([...person.studios, ...person.memberships.map(({ studio }) => studio)])],
    // Fewer different callers to state: groups matter only to vendors.
    groups: vendorStudios.length ? person.groups : [],
    vendorStudios,
  }
}
