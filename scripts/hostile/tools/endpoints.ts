import * as contract from '@reelay/api/contract'
import type { Endpoint } from '@reelay/api/contract'

/** Every endpoint of the contract, once. */
export function listEndpoints(within: object = contract): Endpoint[] {
  const found = Object.values(within).flatMap((value: unknown): Endpoint[] => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    if ('method' in value && 'path' in value && 'access' in value) return [value as Endpoint]
    return Object.getPrototypeOf(value) === Object.prototype || within === contract
      ? listEndpoints(value)
      : []
  })
  return [...new Map(found.map((one) => [`${one.method} ${one.path}`, one])).values()]
}

export const UNKNOWN = 'f'.repeat(24)
/** The path of an endpoint with ids that do not exist. */
export const pathOf = ({ path }: Endpoint) => `/api${path.replaceAll(/:\w+/g, UNKNOWN)}`
