// Who receives a finished version. The contract accepts any JSON as a recipient; only email
// addresses and people can be delivered to.
import { RECIPIENT_USES, type WorkRequest } from '../contract.ts'
import { ORDER_FIELDS } from '../contract/order-fields.ts'

export type DeliveryRecipient = { use: string } & ({ email: string } | { person: string })
type Order = Pick<WorkRequest, 'recipients' | 'uses' | 'dcp'>

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254
const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;.]+(?:\.[^\s@<>"',;.]+)+$/

export function isEmailAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address)
}
const ID = /^[0-9a-f]{24}$/
/** Recipient lists whose name differs from the ordered use. */
const ORDERED_AS: Record<string, string> = {
  Cmyk: 'Print',
  Rgb: 'Print',
  ...Object.fromEntries(
    RECIPIENT_USES.filter((use) => /^[23]D /.test(use)).map((use) => [use, 'Dcp']),
  ),
}

export const emptyRecipients = () =>
  structuredClone(ORDER_FIELDS.recipients.initial) as unknown as WorkRequest['recipients']

export const orderedUse = (use: string): string => ORDERED_AS[use] ?? use

/**
 * Only recipients of ordered uses. Entries that are neither an email address nor a person are
 * skipped.
 */
export function recipientsOf({ recipients, uses, dcp }: Order): DeliveryRecipient[] {
  const ordered = new Set<string>([...uses.items, ...(dcp.items.length ? ['Dcp'] : [])])
  const named = Object.entries(recipients).filter(([use]) => ordered.has(orderedUse(use)))
  return named.flatMap(([use, list]) => list.flatMap((entry) => recipientOf(use, entry)))
}

function recipientOf(use: string, entry: unknown): DeliveryRecipient[] {
  if (typeof entry === 'string') return recipientFromText(use, entry)
  if (typeof entry !== 'object' || entry === null) return []
  const { email, _id } = entry as { email?: unknown; _id?: unknown }
  if (typeof _id === 'string' && ID.test(_id)) return [{ use, person: _id }]
  return typeof email === 'string' ? recipientFromText(use, email) : []
}

function recipientFromText(use: string, text: string): DeliveryRecipient[] {
  if (isEmailAddress(text)) return [{ use, email: text.trim().toLowerCase() }]
  return ID.test(text) ? [{ use, person: text }] : []
}
