import type { Tx } from '../../kernel/db/connect.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import {
  openSecret,
  sealSecret,
  type SecretColumn,
} from '../../kernel/db/encryption/seal-secret.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import {
  RefusedUrlError,
  resolveTarget,
  type TargetResolver,
} from '../../kernel/http/outbound/resolve-target.ts'
import type { DraftProviderInput, DraftTask } from '../contract.ts'
import {
  findDraftProvider,
  getDraftProvider,
  lockDraftProviders,
  readSealedSecret,
} from '../queries/providers.ts'
import type { StoredDraftProvider } from '../rules/present.ts'
import { hostOf } from '../rules/present.ts'
import type { DraftServer } from './protocols/protocol.ts'

export const DRAFT_SECRET: SecretColumn = { table: 'draft_provider', column: 'secret', id: 'id' }

type ProviderOf = { studio: string; task: DraftTask }

/** Returns the URL of a provider in its normal form. */
export async function checkProviderUrl(resolver: TargetResolver, url: string): Promise<string> {
  try {
    return (await resolveTarget(resolver, url)).url.href
  } catch (error) {
    if (!(error instanceof RefusedUrlError)) throw error
    throw invalid('draft-provider.url-invalid', `The URL of the provider ${error.message}.`, [
      { pointer: '/url', message: error.message },
    ])
  }
}

export async function putDraftProvider(
  tx: Tx,
  {
    studio,
    task,
    body,
    url,
    masterKeys,
  }: ProviderOf & { body: DraftProviderInput; url: string; masterKeys: MasterKeys },
): Promise<StoredDraftProvider> {
  await lockDraftProviders(tx, studio)
  refuseUnfit(task, body)
  const current = await findDraftProvider(tx, { studio, task })
  const fields = {
    kind: body.kind,
    url,
    model: body.kind === 'openai' ? (body.model ?? null) : null,
    active: body.active ?? current?.active ?? true,
    allows_embargoed: body.allowsEmbargoed ?? current?.allowsEmbargoed ?? false,
  }
  const { rows } = await sql<{ id: string }>`
    insert into draft_provider ${sql.values({ studio_id: studio, task, ...fields })}
    on conflict (studio_id, task) do update ${sql.set(fields)} returning id`.execute(tx)
  const { id } = rows[0]!
  // Otherwise, a new URL would send the secret to another server.
  const isMoved = current !== undefined && originOf(current.url) !== originOf(url)
  const secret = body.secret === undefined && isMoved ? null : body.secret
  if (secret !== undefined)
    await sql`
      update draft_provider set secret = ${secret === null ? null : sealSecret(masterKeys, DRAFT_SECRET, id, secret)}
      where id = ${id}`.execute(tx)
  return getDraftProvider(tx, { studio, task })
}

const originOf = (url: string) => new URL(url).origin

function refuseUnfit(task: DraftTask, { kind, model }: DraftProviderInput) {
  if (task === 'transcription' && kind !== 'openai')
    throw invalid(
      'draft-provider.kind-invalid',
      'Only an OpenAI-compatible server writes transcripts.',
      [{ pointer: '/kind', message: 'must be openai for transcripts' }],
    )
  if (kind === 'openai' && !model)
    throw invalid('draft-provider.model-required', 'Name the model that the server should use.', [
      { pointer: '/model', message: 'is required for an OpenAI-compatible server' },
    ])
}

export async function removeDraftProvider(tx: Tx, input: ProviderOf) {
  await lockDraftProviders(tx, input.studio)
  const { _id } = await getDraftProvider(tx, input)
  await sql`delete from draft_provider where id = ${_id}`.execute(tx)
  return { _id, removed: true as const }
}

/** The provider with its key, for a request to it. */
export async function openDraftServer(
  db: Db,
  { _id, kind, url, model }: StoredDraftProvider,
  masterKeys: MasterKeys,
): Promise<DraftServer & { host: string }> {
  const sealed = await readSealedSecret(db, _id)
  const key = sealed === null ? null : openSecret(masterKeys, DRAFT_SECRET, _id, sealed)
  return { kind, url, model, key, host: hostOf(url) }
}

export async function getActiveProvider(
  db: Db,
  input: ProviderOf,
): Promise<StoredDraftProvider | undefined> {
  const provider = await findDraftProvider(db, input)
  return provider?.active ? provider : undefined
}
