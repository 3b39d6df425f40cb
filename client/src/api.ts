// One function for each endpoint, created from the contract's declarations.
import * as contract from '@reelay/api/contract'
import type { Endpoint } from '@reelay/api/contract'
import type { Client } from './client.ts'
import type {
  AnyRequestInput,
  CallArguments,
  ListEndpoint,
  ListenOptions,
  ResultOf,
  StreamEndpoint,
  StreamMessage,
} from './types.ts'

/** Awaited, it is one page. Iterated with `for await`, it is the whole list, page by page. */
export type ListResult<E extends ListEndpoint> = PromiseLike<ResultOf<E>> &
  AsyncIterable<ResultOf<E>['items'][number]>

type ApiMember<E> = E extends StreamEndpoint
  ? (options: ListenOptions) => AsyncGenerator<StreamMessage<E>>
  : E extends ListEndpoint
    ? (...input: CallArguments<E>) => ListResult<E>
    : E extends Endpoint
      ? (...input: CallArguments<E>) => Promise<ResultOf<E>>
      : E extends (...args: never[]) => unknown
        ? never
        : ApiModule<E>
type ApiModule<N> = {
  [K in keyof N as IsEndpoint<N[K]> extends true ? K : never]: ApiMember<N[K]>
}
/** An endpoint, or a group of endpoints such as `scriptLines`. */
type IsEndpoint<T> = T extends Endpoint ? true : T extends Record<string, Endpoint> ? true : false
type Contract = typeof contract
export type Api = {
  [N in keyof Contract as keyof ApiModule<Contract[N]> extends never ? never : N]: ApiModule<
    Contract[N]
  >
}

/**
 * `api(client).workrequests.listWorkRequests({ query: { status: 'submitted' } })`: the names are
 * those of the contract.
 */
export function api(client: Client): Api {
  return createModule(contract, client) as Api
}

function createModule(declarations: object, client: Client): object {
  return new Proxy(
    {},
    {
      get: (_target, name) =>
        createMember((declarations as Record<string | symbol, unknown>)[name], client),
    },
  )
}

function createMember(declared: unknown, client: Client): unknown {
  if (!isEndpoint(declared))
    return typeof declared === 'object' && declared !== null
      ? createModule(declared, client)
      : undefined
  if (declared.bytes === 'live')
    return (options: ListenOptions) => client.listen(declared as StreamEndpoint, options)
  const call = (input: AnyRequestInput) =>
    (client.call as (endpoint: Endpoint, input: AnyRequestInput) => Promise<unknown>)(
      declared,
      input,
    )
  const each = (input: AnyRequestInput) =>
    (client.each as (endpoint: Endpoint, input: AnyRequestInput) => AsyncGenerator)(declared, input)
  return declared.list
    ? (input: AnyRequestInput) =>
        lazyList(
          () => call(input),
          () => each(input),
        )
    : call
}

/** Sends no request before it is awaited or iterated. */
function lazyList(fetchPage: () => Promise<unknown>, each: () => AsyncGenerator) {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- it is meant to be awaited
    then: (...handlers: Parameters<Promise<unknown>['then']>) => fetchPage().then(...handlers),
    [Symbol.asyncIterator]: each,
  }
}

const isEndpoint = (declared: unknown): declared is Endpoint =>
  typeof declared === 'object' && declared !== null && 'method' in declared && 'path' in declared
