import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import type { App } from './app.ts'
import { Problem } from './contract/problem.ts'
import { databaseForRequest } from './database-for.ts'

type Reading = { request: FastifyRequest; reply: FastifyReply; db: Db }

/**
 * For reads that may be some seconds old: not for records, and not for what follows a change. The
 * caller was read from the primary, and the replica has the same row-level security. The header
 * tells the age in seconds; without it the primary has answered.
 */
export async function readFromReplica<T>(
  { replica }: Pick<App, 'replica'>,
  { request, reply, db }: Reading,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const standby = replica?.find()
  if (!standby) return read(db)
  try {
    const result = await read(databaseForRequest(standby, request, reply))
    reply.header('x-data-age', standby.ageSeconds)
    return result
  } catch (error) {
    // The standby was stopped, or cancelled the statement to continue. The primary decides, also
    // about a record that the standby does not have yet.
    if (!(error instanceof Problem)) replica!.suspend()
    return read(db)
  }
}
