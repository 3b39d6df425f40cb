import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { newSecret } from '../../kernel/http/auth/secret.ts'
import type { NewWebhook, WebhookChange } from '../contract.ts'
import { getWebhook, lockStudio, lockWebhook } from '../queries/webhook.ts'
import type { StoredWebhook } from '../rules/present.ts'

/** Every webhook adds a row for every event. */
const MAX_PER_STUDIO = 50

/** `url` was resolved before, so that no transaction waits for DNS. */
export async function createWebhook(
  tx: Tx,
  { body, url, by }: { body: NewWebhook; url: string; by: Caller },
): Promise<StoredWebhook & { secret: string }> {
  const studio = await lockStudio(tx, by, body.studio)
  if (studio.webhooks >= MAX_PER_STUDIO)
    throw conflict(
      'webhook.too-many',
      `A studio can have at most ${MAX_PER_STUDIO} webhooks. Remove one first.`,
    )
  const secret = newSecret()
  const { id } = await tx
    .insertInto('webhook')
    .values({
      studio_id: studio.id,
      from_id: by._id,
      url,
      types: body.types ?? [],
      active: body.active ?? true,
      secret,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
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
    accept,
  }: { id: string; body: WebhookChange; url: string | undefined; by: Caller; accept: Accept },
): Promise<StoredWebhook> {
  const current = await lockAcceptedWebhook(tx, { id, by, accept })
  const isNewUrl = url !== undefined && url !== current.url
  await tx
    .updateTable('webhook')
    .where('id', '=', id)
    .set({
      types: body.types ?? current.types,
      active: body.active ?? current.active,
      ...(isNewUrl && { url, from_id: by._id, failures: 0, resume_at: null }),
    })
    .execute()
  return getWebhook(tx, by, id)
}

export async function removeWebhook(
  tx: Tx,
  { id, by, accept }: { id: string; by: Caller; accept: Accept },
) {
  await lockAcceptedWebhook(tx, { id, by, accept })
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
  return { _id: id, removed: true as const }
}

/** Later deliveries are signed with the new secret. */
export async function renewSecret(
  tx: Tx,
  { id, by, accept }: { id: string; by: Caller; accept: Accept },
) {
  await lockAcceptedWebhook(tx, { id, by, accept })
  const secret = newSecret()
  await tx.updateTable('webhook').where('id', '=', id).set({ secret }).execute()
  return { _id: id, secret }
}

async function lockAcceptedWebhook(
  tx: Tx,
  { id, by, accept }: { id: string; by: Caller; accept: Accept },
): Promise<StoredWebhook> {
  await lockWebhook(tx, id)
  const current = await getWebhook(tx, by, id)
  accept(current)
  return current
}
