import type { FastifyRequest } from 'fastify'
import { invalid, malformed } from './contract/problem.ts'
import { invalidCharacter } from './read-json.ts'

/** Query and params must not contain characters that PostgreSQL cannot store. */
export function checkQueryText({ query, params }: FastifyRequest) {
  for (const [name, value] of [
    ...Object.entries(query as object),
    ...Object.entries(params as object),
  ]) {
    if (typeof value !== 'string')
      throw malformed('query.duplicate-field', `${name} is sent twice. Send it once.`)
    const error = invalidCharacter(value)
    if (error)
      throw invalid('query.invalid', `${name} ${error}.`, [{ pointer: `/${name}`, message: error }])
  }
}
