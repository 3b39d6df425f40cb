import { randomBytes } from 'node:crypto'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { sealSecret } from '../../kernel/db/encryption/seal-secret.ts'
import { newId } from '../../kernel/db/ids.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import type { NewWebhook, WebhookChange } from '../contract.ts'
import { getWebhook, lockStudio, lockWebhook } from '../queries/webhook.ts'
import { WEBHOOK_SECRET } from '../queries/queue.ts'
import type { StoredWebhook } from '../rules/present.ts'
import { SECRET_PREFIX } from './sign.ts'

const newSecret = () => `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`

/** Every webhook adds a row for every event. */
const MAX_PER_STUDIO = 50

/** `url` was resolved before, so that no transaction waits for DNS. */
export async function createWebhook(
  tx: Tx,
  keys: MasterKeys,
  { body, url, by }: { body: NewWebhook; url: string; by: Caller },
): Promise<StoredWebhook & { secret: string }> {
  const studio = await lockStudio(tx, by, body.studio)
  if (studio.webhooks >= MAX_PER_STUDIO)
    throw conflict(
      'webhook.too-many',
      `A studio can have at most ${MAX_PER_STUDIO} webhooks. Remove one first.`,
    )
  const [secret, id] = [newSecret(), await newId(tx)]
  await sql`insert into webhook ${sql.values({
    id,
    studio_id: studio.id,
    from_id: by._id,
    url,
    types: body.types ?? [],
    format: body.format ?? 'reelay',
    active: body.active ?? true,
    secret: sealSecret(keys, WEBHOOK_SECRET, id, secret),
  })}`.execute(tx)
  return { ...(await getWebhook(tx, by, id)), secret }
}

/**
 * A change of the URL makes the caller the owner. Otherwise people could redirect to themselves
 * what only the previous owner may see.
 */
export async function changeWebhook(
  tx: Tx,
  {
    id,
    body,
    url,
    by,
    checkPreconditions,
  }: RecordChange & { body: WebhookChange; url: string | undefined },
): Promise<StoredWebhook> {
  const current = await lockAcceptedWebhook(tx, { id, by, checkPreconditions })
  const isNewUrl = url !== undefined && url !== current.url
  await sql`update webhook ${sql.set({
    types: body.types ?? current.types,
    format: body.format ?? current.format,
    active: body.active ?? current.active,
    ...(isNewUrl && { url, from_id: by._id, failures: 0, resume_at: null }),
  })} where id = ${id}`.execute(tx)
  return getWebhook(tx, by, id)
}

export async function removeWebhook(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockAcceptedWebhook(tx, { id, by, checkPreconditions })
  await sql`delete from webhook where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const }
}

/** Later deliveries are signed with the new secret. */
export async function renewSecret(
  tx: Tx,
  keys: MasterKeys,
  { id, by, checkPreconditions }: RecordChange,
) {
  await lockAcceptedWebhook(tx, { id, by, checkPreconditions })
  const secret = newSecret()
  await sql`
    update webhook set secret = ${sealSecret(keys, WEBHOOK_SECRET, id, secret)}
    where id = ${id}`.execute(tx)
  return { _id: id, secret }
}

async function lockAcceptedWebhook(
  tx: Tx,
  { id, by, checkPreconditions }: RecordChange,
): Promise<StoredWebhook> {
  await lockWebhook(tx, id)
  const current = await getWebhook(tx, by, id)
  checkPreconditions(current)
  return current
}
