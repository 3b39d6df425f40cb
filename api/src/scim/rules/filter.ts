import { ScimError, type Parsed } from './scim-error.ts'

/** One comparison `attribute eq value`. Attribute names have no case. */
export type Comparison = { attribute: string; value: string | boolean }

const COMPARISON = /^\s*([a-z][\w.:$-]{0,200})\s+eq\s+("(?:[^"\\]|\\.){0,500}"|true|false)\s*/i

/** Supports equality and `and`, which is what provisioning clients send. */
export function parseFilter(text: string, attributes: readonly string[]): Parsed<Comparison[]> {
  const comparisons: Comparison[] = []
  let rest = text
  for (;;) {
    const match = COMPARISON.exec(rest)
    const attribute = match && shortName(match[1]!)
    if (!match || !attributes.includes(attribute!)) return invalidFilter(attributes)
    const value = literal(match[2]!)
    if (value === undefined) return invalidFilter(attributes)
    comparisons.push({ attribute: attribute!, value })
    rest = rest.slice(match[0].length)
    if (rest === '') return { ok: true, value: comparisons }
    if (!/^and\s/i.test(rest) || comparisons.length > 10) return invalidFilter(attributes)
    rest = rest.slice(3)
  }
}

/** `urn:…:User:userName` is the same as `userName`. */
export const shortName = (name: string) => name.slice(name.lastIndexOf(':') + 1).toLowerCase()

function literal(text: string): string | boolean | undefined {
  try {
    return JSON.parse(text.startsWith('"') ? text : text.toLowerCase())
  } catch {
    return undefined
  }
}

const invalidFilter = (attributes: readonly string[]): Parsed<never> => ({
  ok: false,
  error: new ScimError(
    400,
    `Filters compare one of ${attributes.join(', ')} with eq, joined with and.`,
    'invalidFilter',
  ),
})

const MAX_RESULTS = 200
export type Paging = { startIndex: number; count: number }

/** RFC 7644, section 3.4.2.4: values below the minimum mean the minimum. */
export function parsePaging(query: URLSearchParams): Paging {
  const number = (name: string, fallback: number) => {
    const text = query.get(name)
    return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : fallback
  }
  return {
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(MAX_RESULTS, Math.max(0, number('count', 100))),
  }
}
