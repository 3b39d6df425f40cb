import { seesWorkRequest } from '../../access/queries/visibility.ts'
import { anyViewer, serviceViewer } from '../../access/queries/viewers.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../../kernel/mail/mail-code.ts'
import { mailLanguageOf } from '../../studios/queries.ts'
import { getWorkRequest } from '../queries/work-requests.ts'
import { deliveryMail, type DeliveredUse } from '../rules/delivery-mail.ts'
import { orderedUse, recipientsOf, type DeliveryRecipient } from '../rules/recipients.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'

type Account = {
  id: string
  email: string
  seesRequest: boolean
  isOfStudio: boolean
}

/** The recipients who can see the request with their account. They are notified like others. */
export async function recipientsWithAccess(tx: Tx, request: StoredWorkRequest): Promise<string[]> {
  return (await accountsOf(tx, request, recipientsOf(request)))
    .filter(({ seesRequest }) => seesRequest)
    .map(({ id }) => id)
}

/** Shares a delivery with these addresses, and returns the code of each. */
export type ShareDelivery = (
  tx: Tx,
  delivery: { request: StoredWorkRequest; emails: string[] },
) => Promise<ReadonlyMap<string, string>>
export type DeliveryMailTools = {
  appUrl: string
  masterKeys: MasterKeys
  shareDelivery: ShareDelivery
}

/**
 * The other recipients get one mail each, for all uses they are listed for, with a share link of
 * their own. A person id of another studio gets no mail.
 */
export async function sendDeliveryMails(
  tx: Tx,
  workRequest: string,
  { appUrl, masterKeys, shareDelivery }: DeliveryMailTools,
): Promise<void> {
  const request = await getWorkRequest(tx, serviceViewer, workRequest)
  // An admin may have reopened it since.
  if (request.status !== 'complete') return
  const recipients = recipientsOf(request)
  const accounts = await accountsOf(tx, request, recipients)
  const usesByEmail = usesOf(recipients, accounts)
  if (usesByEmail.size === 0) return
  const delivered = await deliveredUses(tx, request)
  const order = {
    project: request.project.name,
    asset: request.asset.name,
    territory: request.territory,
    language: request.language,
    mailLanguage: await mailLanguageOf(tx, request.studio),
    url: `${appUrl}/s/${CODE_PLACEHOLDER}`,
  }
  const codes = await shareDelivery(tx, { request, emails: [...usesByEmail.keys()] })
  for (const [email, uses] of usesByEmail) {
    const deliveries = [...uses].map(
      (use) =>
        delivered.find((entry) => entry.use === orderedUse(use)) ?? {
          use: orderedUse(use),
          names: [],
          embargoed: false,
        },
    )
    await queueMailWithCode(tx, masterKeys, {
      code: codes.get(email)!,
      to: email,
      ...deliveryMail(order, deliveries),
    })
  }
}

async function accountsOf(
  tx: Tx,
  { _id, studio }: StoredWorkRequest,
  recipients: readonly DeliveryRecipient[],
): Promise<Account[]> {
  const ids = recipients.flatMap((recipient) => ('person' in recipient ? [recipient.person] : []))
  const emails = recipients.flatMap((recipient) => ('email' in recipient ? [recipient.email] : []))
  const { rows } = await sql<Account>`
    select viewer.id, viewer.email, ${seesWorkRequest(anyViewer)} as "seesRequest",
      ${studio} = any (viewer.studios) as "isOfStudio"
    from viewer, work_request w
    where w.id = ${_id} and viewer.active
      and (viewer.id = any (${ids}) or viewer.email = any (${emails}))`.execute(tx)
  return rows
}

function usesOf(
  recipients: readonly DeliveryRecipient[],
  accounts: readonly Account[],
): Map<string, Set<string>> {
  const usesByEmail = new Map<string, Set<string>>()
  for (const recipient of recipients) {
    const email = emailOf(recipient, accounts)
    if (email) usesByEmail.set(email, (usesByEmail.get(email) ?? new Set()).add(recipient.use))
  }
  return usesByEmail
}

/** Undefined for a recipient who gets no mail. */
function emailOf(recipient: DeliveryRecipient, accounts: readonly Account[]): string | undefined {
  const account = accounts.find(({ id, email }) =>
    'person' in recipient ? id === recipient.person : email === recipient.email,
  )
  if (account?.seesRequest) return undefined
  if ('email' in recipient) return recipient.email
  return account?.isOfStudio ? account.email : undefined
}

async function deliveredUses(tx: Tx, { _id }: StoredWorkRequest): Promise<DeliveredUse[]> {
  const { rows } = await sql<DeliveredUse>`
    select wf.name as use,
      array_agg(coalesce(wf.delivery_name, f.name) order by wf.position, f.id) as names,
      bool_or(embargoed(f.embargo_end, f.embargo_event, a.terminal)) as embargoed
    from work_request_file wf join file f on f.studio_id = wf.studio_id and f.id = wf.file_id
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where wf.work_request_id = ${_id} and f.removed_at is null
    group by wf.name`.execute(tx)
  return rows
}
