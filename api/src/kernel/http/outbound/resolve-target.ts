import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { planTarget, checkAddresses, type NetworkPolicy } from './target-url.ts'

export type ResolveHost = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>
/** Which networks may be reached, and how host names are resolved. */
export type TargetResolver = NetworkPolicy & { resolve: ResolveHost }
/** A URL and its resolved addresses. Requests connect only to these addresses. */
export type Target = { url: URL; addresses: LookupAddress[] }

const RESOLVE_TIMEOUT_SECONDS = 5

/** Runs when a URL is set and again before every attempt, because DNS entries change. */
export async function resolveTarget(
  { allowPrivate, resolve }: TargetResolver,
  address: string,
  signal = AbortSignal.timeout(RESOLVE_TIMEOUT_SECONDS * 1000),
): Promise<Target> {
  const plan = planTarget(address, { allowPrivate })
  if (!plan.ok) throw new RefusedUrlError(plan.detail)
  const addresses =
    plan.literal === undefined
      ? await resolve(plan.url.hostname, signal).catch(() => [])
      : [toLookupAddress(plan.literal)]
  const detail = checkAddresses(
    addresses.map(({ address: ip }) => ip),
    { allowPrivate },
  )
  if (detail) throw new RefusedUrlError(detail)
  return { url: plan.url, addresses }
}

/** Skips a second DNS query, which could give another address. */
export const pinnedTo =
  (addresses: Target['addresses']): LookupFunction =>
  (_name, { all }, callback) =>
    all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)

/** The message continues a sentence whose subject is the URL. */
export class RefusedUrlError extends Error {}

const toLookupAddress = (address: string): LookupAddress => ({
  address,
  family: isIPv6(address) ? 6 : 4,
})

/**
 * Private names may be in the hosts file, so the system resolver is used for them. Otherwise it is
 * not: it runs in the four threads that also read files, and four slow names would block them.
 */
export const createTargetResolver = (allowPrivate: boolean): TargetResolver => ({
  allowPrivate,
  resolve: allowPrivate
    ? (name, signal) => abortable(signal, lookup(name, { all: true }))
    : queryDns,
})

async function queryDns(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const [ipv4, ipv6] = await abortable(
    signal,
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
  ).finally(() => resolver.cancel())
  return [ipv4, ipv6].flatMap((result) =>
    result.status === 'fulfilled' ? result.value.map(toLookupAddress) : [],
  )
}

function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    ),
  ])
}
