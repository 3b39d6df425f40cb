// To whom a finished version goes. The contract carries anything as a recipient; these are the
// forms that can be delivered to.
import { RECIPIENT_USES, type WorkRequest } from '../contract.ts'

export type DeliveryRecipient = { use: string } & ({ email: string } | { person: string })
type Ordered = Pick<WorkRequest, 'recipients' | 'uses' | 'dcp'>

const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;]+$/
export const isEmailAddress = (text: string): boolean => EMAIL.test(text.trim())
const ID = /^[0-9a-f]{24}$/
/** Lists of recipients that go by the name of what is ordered under another. */
const ORDERED_AS: Record<string, string> = {
  Cmyk: 'Print',
  Rgb: 'Print',
  ...Object.fromEntries(
    RECIPIENT_USES.filter((use) => /^[23]D /.test(use)).map((use) => [use, 'Dcp']),
  ),
}

export const orderedUse = (use: string): string => ORDERED_AS[use] ?? use

/**
 * Of what was ordered alone; what is neither an address nor a person is carried and gets nothing.
 */
export function recipientsOf({ recipients, uses, dcp }: Ordered): DeliveryRecipient[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const named = Object.entries(recipients).filter(([use]) => ordered.has(orderedUse(use)))
  return named.flatMap(([use, list]) => list.flatMap((one) => recipientOf(use, one)))
}

function recipientOf(use: string, one: unknown): DeliveryRecipient[] {
  if (typeof one === 'string')
    return isEmailAddress(one)
      ? [{ use, email: one.trim().toLowerCase() }]
      : ID.test(one)
        ? [{ use, person: one }]
        : []
  if (typeof one !== 'object' || one === null) return []
  const { email, _id } = one as { email?: unknown; _id?: unknown }
  return typeof _id === 'string' && ID.test(_id)
    ? [{ use, person: _id }]
    : typeof email === 'string'
      ? recipientOf(use, email)
      : []
}

export type DeliveredUse = { use: string; names: string[]; embargoed: boolean }
type DeliveredOrder = {
  project: string
  asset: string
  territory: string
  language: string
  owner: string
  address: string
}

/**
 * A mail to who has no account that sees the order. It says where, never gives the files away, and
 * names nothing that is under embargo.
 */
export function deliveryMail(
  { project, asset, territory, language, owner, address }: DeliveredOrder,
  delivered: readonly DeliveredUse[],
): { subject: string; text: string } {
  const secret = delivered.some(({ embargoed }) => embargoed)
  const uses = delivered.map(({ use }) => use).join(', ')
  const about = secret ? 'A version' : `${project} · ${asset} · ${territory} · ${language}`
  const files = secret
    ? []
    : delivered.flatMap(({ use, names }) => [`${use}:`, ...names.map((name) => `  ${name}`), ''])
  return {
    subject: secret
      ? `A version for ${uses} was delivered`
      : `Delivered for ${uses}: ${asset} · ${territory} · ${language}`,
    text: [
      `${about} is finished and was delivered for ${uses}.`,
      '',
      ...files,
      `Open it here: ${address}`,
      `You need an account to fetch the files. If you have none, ask ${owner}.`,
    ].join('\n'),
  }
}
