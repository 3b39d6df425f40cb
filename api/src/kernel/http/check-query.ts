import type { FastifyRequest } from 'fastify'
import { invalid, malformed } from './contract/problem.ts'
import { invalidCharacter } from './read-json.ts'

/** Text in the address can hold what text in a body cannot either. */
export function checkQueryText({ query, params }: FastifyRequest) {
  for (const [name, value] of [
    ...Object.entries(query as object),
    ...Object.entries(params as object),
  ]) {
    if (typeof value !== 'string') throw malformed('query.twice', `${name} is given twice.`)
    const fault = invalidCharacter(value)
    if (fault)
      throw invalid('query.invalid', `${name} ${fault}.`, [{ pointer: `/${name}`, message: fault }])
  }
}
