// The contract carries anything as a recipient. A field shows those that are addresses; the others stay as they are.
const addressOf = (one: unknown): string | undefined => {
  if (typeof one === 'string') return one.includes('@') ? one : undefined
  const email = typeof one === 'object' && one !== null ? (one as { email?: unknown; _id?: unknown }) : {}
  return email._id === undefined && typeof email.email === 'string' ? email.email : undefined
}

export const addressesOf = (recipients: readonly unknown[]): string[] => recipients.flatMap((one) => addressOf(one) ?? [])

/** What was typed, after whatever is no address; one that was there stays in the form it had. */
export function withAddresses(recipients: readonly unknown[], text: string): unknown[] {
  const written = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const others = recipients.filter((one) => addressOf(one) === undefined)
  return [...others, ...written.map((address) => recipients.find((one) => addressOf(one) === address) ?? address)]
}
