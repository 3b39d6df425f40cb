import { shares } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { CliError } from '../output/exit-codes.ts'
import { printDetails, printJson } from '../output/print.ts'

type Options = { id: string; recipient?: string; json?: boolean }

/** Replaces the link of each recipient, or of one of them. Visitors of an open link have none. */
export async function resendLinks(
  { call }: Client,
  { id, recipient, json }: Options,
): Promise<void> {
  const { recipients } = await call(shares.getShare, { params: { id } })
  const withAddress = recipients.filter(({ email }) => email !== null)
  // The first row of an open link is the link itself.
  const links = withAddress.length ? withAddress : recipients.slice(0, 1)
  const chosen = links.filter(
    ({ _id, email }) =>
      recipient === undefined || [_id, email].includes(recipient.trim().toLowerCase()),
  )
  if (chosen.length === 0)
    throw new CliError('notFound', `This share has no recipient ${recipient}.`)
  const replaced: shares.ShareWithUrl[] = []
  for (const { _id } of chosen)
    replaced.push(await call(shares.sendShareLink, { params: { id }, body: { recipient: _id } }))
  if (json) return printJson(replaced.at(-1)!)
  printDetails([
    ['Share', id],
    ...chosen.map(({ email }, index): [string, string | null] =>
      email === null
        ? ['Open link (shown once)', replaced[index]!.url]
        : ['New link sent to', email],
    ),
  ])
}
