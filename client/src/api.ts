// One function for each endpoint, made from the declarations.
import * as contract from '@reelay/api/contract'
import type { Endpoint } from '@reelay/api/contract'
import type { Answer, AnyInput, Arguments, ListEndpoint, LiveEndpoint } from './types.ts'
import type { Client } from './client.ts'
import type { Heard, ListenOptions } from './listen.ts'

/** Awaited it is one page; walked through with `for await` it is the whole list, page by page. */
export type Listing<E extends ListEndpoint> = PromiseLike<Answer<E>> &
  AsyncIterable<Answer<E>['items'][number]>

type Made<E> = E extends LiveEndpoint
  ? (options: ListenOptions) => AsyncGenerator<Heard<E>>
  : E extends ListEndpoint
    ? (...input: Arguments<E>) => Listing<E>
    : E extends Endpoint
      ? (...input: Arguments<E>) => Promise<Answer<E>>
      : E extends (...given: never[]) => unknown
        ? never
        : MadeOf<E>
type MadeOf<N> = { [K in keyof N as IsMade<N[K]> extends true ? K : never]: Made<N[K]> }
/** An endpoint, or the endpoints that a sheet of lines has. */
type IsMade<T> = T extends Endpoint ? true : T extends Record<string, Endpoint> ? true : false
type Contract = typeof contract
export type Api = {
  [N in keyof Contract as keyof MadeOf<Contract[N]> extends never ? never : N]: MadeOf<Contract[N]>
}

/**
 * `api(client).workrequests.listWorkRequests({ query: { status: 'submitted' } })`, under the names
 * of the contract.
 */
export function api(client: Client): Api {
  return functionsOf(contract, client) as Api
}

function functionsOf(declared: object, client: Client): object {
  return new Proxy(
    {},
    {
      get: (_target, name) => madeOf((declared as Record<string | symbol, unknown>)[name], client),
    },
  )
}

function madeOf(found: unknown, client: Client): unknown {
  if (!isEndpoint(found))
    return typeof found === 'object' && found !== null ? functionsOf(found, client) : undefined
  if (found.bytes === 'live')
    return (options: ListenOptions) => client.listen(found as LiveEndpoint, options)
  const call = (input: AnyInput) =>
    (client.call as (endpoint: Endpoint, input: AnyInput) => Promise<unknown>)(found, input)
  return found.list
    ? (input: AnyInput) =>
        listing(
          () => call(input),
          () =>
            (client.each as (endpoint: Endpoint, input: AnyInput) => AsyncGenerator)(found, input),
        )
    : call
}

/** Nothing is asked before somebody awaits it or walks through it. */
function listing(page: () => Promise<unknown>, each: () => AsyncGenerator) {
  // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
  return {
    then: (...given: Parameters<Promise<unknown>['then']>) => page().then(...given),
    [Symbol.asyncIterator]: each,
  }
}

const isEndpoint = (found: unknown): found is Endpoint =>
  typeof found === 'object' && found !== null && 'method' in found && 'path' in found
