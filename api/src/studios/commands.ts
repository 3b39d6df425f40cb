import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { viewerOf } from '../access/queries/visibility.ts'
import { getReferencedPicture } from '../access/queries/references.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { freeSlug } from '../kernel/db/free-slug.ts'
import { sql } from '../kernel/db/sql.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import { isInNetwork } from '../kernel/http/contract/ip-network.ts'
import { invalid } from '../kernel/http/contract/problem.ts'
import { idOf } from '../kernel/http/contract/schema.ts'
import type * as contract from './contract.ts'
import { findBrokenRules, getStudio, lockStudio } from './queries.ts'
import { DEFAULT_SETTINGS, settingsErrors, type StoredStudio } from './rules.ts'

type New = Static<typeof contract.createStudio.body>
type Change = Static<typeof contract.changeStudio.body>

export async function createStudio(
  tx: Tx,
  { body, by }: { body: New; by: Caller },
): Promise<StoredStudio> {
  refuseFaults(body)
  await refuseBrokenRules(tx, '', body)
  const slug = await freeSlug(tx, 'studio', body)
  const { rows } = await sql<{ id: string }>`
    insert into studio (name, slug, logo_id, settings)
    values (${body.name}, ${slug},
      ${body.logo ? await getReferencedPicture(tx, viewerOf(by), body.logo, '/logo') : null},
      ${JSON.stringify({ ...DEFAULT_SETTINGS, ...body.settings })})
    returning id`.execute(tx)
  const { id } = rows[0]!
  return getStudio(tx, viewerOf(by), id)
}

export async function changeStudio(
  tx: Tx,
  { id, body, by, address, checkPreconditions }: RecordChange & { body: Change; address: string },
): Promise<StoredStudio> {
  await lockStudio(tx, id)
  const current = await getStudio(tx, viewerOf(by), id)
  checkPreconditions(current)
  refuseFaults(body)
  if (!by.isAdmin) refuseLockout(body, { by, address })
  if (body.logo) await getReferencedPicture(tx, viewerOf(by), body.logo, '/logo')
  await refuseBrokenRules(tx, current._id, body)
  const slug =
    body.slug && body.slug !== current.slug
      ? await freeSlug(tx, 'studio', { slug: body.slug, name: current.name })
      : current.slug
  await sql`update studio ${sql.set({
    name: body.name ?? current.name,
    slug,
    ...(body.logo !== undefined &&
      body.logo !== current.logo && { logo_id: body.logo && idOf(body.logo) }),
    settings: JSON.stringify({ ...current.settings, ...body.settings }),
  })} where id = ${current._id}`.execute(tx)
  if (hasNewCalendar(current, body))
    await enqueue(tx, 'measure-history', { studio: current._id }, { inSeconds: SECONDS_OF_MOVES })
  return getStudio(tx, viewerOf(by), current._id)
}

/** Moves that began with the former calendar have ended by then. */
const SECONDS_OF_MOVES = 60

const hasNewCalendar = ({ settings: current }: StoredStudio, { settings = {} }: Change): boolean =>
  (['workingHours', 'holidays'] as const).some(
    (name) => settings[name] !== undefined && !isDeepStrictEqual(settings[name], current[name]),
  )

function refuseFaults({ settings }: Change) {
  const errors = settingsErrors(settings ?? {})
  if (errors.length)
    throw invalid(
      'body.invalid',
      `The settings are invalid: ${errors[0]!.pointer} ${errors[0]!.message}.`,
      errors,
    )
}

const RULE_NOUNS = {
  vendor: 'a vendor group',
  project: 'a project',
  territory: 'a territory',
} as const

async function refuseBrokenRules(tx: Tx, studio: string, { settings }: Change): Promise<void> {
  const rules = settings?.assignment?.rules ?? []
  const broken = rules.length ? await findBrokenRules(tx, studio, rules) : []
  if (broken.length)
    throw invalid(
      'reference.not-found',
      'A rule refers to something that this studio does not have.',
      broken.map(({ index, field }) => ({
        pointer: `/settings/assignment/rules/${index}/${field}`,
        message: `is not ${RULE_NOUNS[field]} of this studio`,
      })),
    )
}

/** Admins act from anywhere, so they can repair a wrong list. */
function refuseLockout({ settings }: Change, { by, address }: { by: Caller; address: string }) {
  if (settings?.requireTwoFactor && !by.secondFactor)
    throw invalid(
      'twofactor.own-factor-required',
      'Sign in with a second factor of your own first. You would lose access to the studio.',
      [{ pointer: '/settings/requireTwoFactor', message: 'needs your own second factor first' }],
    )
  const networks = settings?.allowedNetworks ?? []
  if (networks.length && !networks.some((network) => isInNetwork(address, network)))
    throw invalid(
      'networks.own-address-required',
      `Your address ${address} is not in these networks. You would lose access to the studio.`,
      [{ pointer: '/settings/allowedNetworks', message: `must contain your address ${address}` }],
    )
}

export async function removeStudio(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockStudio(tx, id)
  const current = await getStudio(tx, viewerOf(by), id)
  checkPreconditions(current)
  await sql`delete from studio where id = ${current._id}`.execute(tx)
  return { _id: current._id, removed: true as const }
}
