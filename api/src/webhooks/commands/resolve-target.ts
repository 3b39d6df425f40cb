import type { LookupAddress } from 'node:dns'
import { Resolver, lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { planTarget, checkAddresses, type NetworkPolicy } from '../rules/target-url.ts'

export type ResolveHost = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>
/** How far webhooks of this installation reach, and who says where a name leads. */
export type TargetResolver = NetworkPolicy & { resolve: ResolveHost }
/** An address, and where it led when it was looked at: only there may be sent to. */
export type WebhookTarget = { url: URL; addresses: LookupAddress[] }

const SECONDS_TO_RESOLVE = 5

/**
 * Looks where an address leads. Asked when it is given and again before every try: a name may lead
 * elsewhere tomorrow.
 */
export async function resolveTarget(
  { allowPrivate, resolve }: TargetResolver,
  address: string,
  signal = AbortSignal.timeout(SECONDS_TO_RESOLVE * 1000),
): Promise<WebhookTarget> {
  const plan = planTarget(address, { allowPrivate })
  if (!plan.ok) throw refused(plan.why)
  const addresses =
    plan.literal === undefined
      ? await resolve(plan.url.hostname, signal).catch(() => [])
      : [toLookupAddress(plan.literal)]
  const why = checkAddresses(
    addresses.map((one) => one.address),
    { allowPrivate },
  )
  if (why) throw refused(why)
  return { url: plan.url, addresses }
}

const refused = (why: string) =>
  invalid('webhook.url-refused', `The address of the webhook ${why}.`, [
    { pointer: '/url', message: why },
  ])
const toLookupAddress = (address: string): LookupAddress => ({
  address,
  family: isIPv6(address) ? 6 : 4,
})

/**
 * A name in the house may stand in a file of this machine, so there the system is asked. Elsewhere
 * it is not: it asks in one of four threads that
 * files are read in too, and four names whose servers keep silent would stop them all.
 */
export const createTargetResolver = (allowPrivate: boolean): TargetResolver => ({
  allowPrivate,
  resolve: allowPrivate ? (name, signal) => within(signal, lookup(name, { all: true })) : queryDns,
})

async function queryDns(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  const servers = new Resolver({ timeout: 2_000, tries: 2 })
  const [four, six] = await within(
    signal,
    Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]),
  ).finally(() => servers.cancel())
  return [four, six].flatMap((found) =>
    found.status === 'fulfilled' ? found.value.map(toLookupAddress) : [],
  )
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    ),
  ])
}
