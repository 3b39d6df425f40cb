// Heads that were shipped to another place prove what the chains contained at that time.
import { open } from 'node:fs/promises'
import { isSignedBy, type ChainHead, type SignedHeads } from './heads.ts'

/** A head with the time at which it was signed. */
export type ProvenHead = ChainHead & { at: string }
export type Evidence = {
  /** By chain, in the order of their positions. */
  heads: Map<string, ProvenHead[]>
  statements: number
  /** Lines of the file that are not signed by a known key. */
  invalid: { line: number; reason: string }[]
}

/**
 * Reads a file of JSON Lines, as written by the service or by a syslog server: whatever precedes the
 * first brace of a line is skipped.
 */
export async function readEvidence(
  path: string,
  publicKeys: ReadonlyMap<string, string>,
): Promise<Evidence> {
  const proven: ProvenHead[] = []
  const invalid: Evidence['invalid'] = []
  let [line, statements] = [0, 0]
  for await (const text of (await open(path)).readLines()) {
    line++
    if (text.trim() === '') continue
    const result = readStatement(text, publicKeys)
    if (typeof result === 'string') {
      invalid.push({ line, reason: result })
      continue
    }
    statements++
    for (const head of result.heads) proven.push({ ...head, at: result.at })
  }
  const ordered = proven.toSorted((one, other) => one.position - other.position)
  return { heads: Map.groupBy(ordered, ({ chain }) => chain), statements, invalid }
}

/** The signed statement of a line, or why it proves nothing. */
function readStatement(
  text: string,
  publicKeys: ReadonlyMap<string, string>,
): SignedHeads | string {
  const statement = parse(text.slice(Math.max(0, text.indexOf('{'))))
  if (!statement) return 'is not a signed statement'
  const publicKey = publicKeys.get(statement.key)
  if (!publicKey) return `is signed with the unknown key ${statement.key}`
  return isSignedBy(publicKey, statement) ? statement : 'has a wrong signature'
}

function parse(text: string): SignedHeads | undefined {
  try {
    const statement = JSON.parse(text) as Partial<SignedHeads> | null
    return typeof statement?.signature === 'string' && Array.isArray(statement.heads)
      ? (statement as SignedHeads)
      : undefined
  } catch {
    return undefined
  }
}
