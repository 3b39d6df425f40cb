// Takes a JSON body in, and refuses what JSON.parse would let through: bytes that are not UTF-8,
// keys said twice,
// keys that reach for a prototype, nesting without end, and characters PostgreSQL cannot store.
import type { Readable } from 'node:stream'
import { Problem, invalid, malformed } from './contract/problem.ts'

const DEEPEST = 32
const SECONDS_TO_ARRIVE = 15

export async function readJson(payload: Readable, limit: number): Promise<unknown> {
  return parseJson(await readBytes(payload, limit))
}

/**
 * A body that is looked at as a whole. What is larger than memory should hold goes through the
 * intake instead.
 */
export async function readBytes(
  payload: Readable,
  limit: number,
  seconds = SECONDS_TO_ARRIVE,
): Promise<Buffer> {
  const tooSlow = setTimeout(
    () =>
      payload.destroy(
        new Problem(408, 'body.too-slow', `The body did not arrive within ${seconds} seconds.`),
      ),
    seconds * 1000,
  )
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit)
        throw new Problem(413, 'body.too-large', `A body may be at most ${limit} bytes here.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(tooSlow)
  }
}

export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  checkStructure(text)
  try {
    const value = JSON.parse(text)
    checkStrings(value, '')
    return value
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed('body.malformed', 'The body is not JSON.')
    throw error
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('body.encoding', 'The body is not valid UTF-8.')
  }
}

/** One pass over the text for what is lost once it is parsed: depth, and keys said twice. */
function checkStructure(text: string) {
  const open: (Set<string> | null)[] = []
  let keyComes = false
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at)
    if (mark === QUOTE) {
      const end = endOfString(text, at)
      if (keyComes) checkKey(open.at(-1), text.slice(at, end + 1))
      keyComes = false
      at = end
    } else if (mark === BRACE || mark === BRACKET) {
      if (open.length === DEEPEST)
        throw malformed('body.too-deep', `The body is nested deeper than ${DEEPEST} levels.`)
      open.push(mark === BRACE ? new Set() : null)
      keyComes = mark === BRACE
    } else if (mark === CLOSE_BRACE || mark === CLOSE_BRACKET) {
      open.pop()
      keyComes = false
    } else if (mark === COMMA) {
      keyComes = open.at(-1) instanceof Set
    }
  }
}

const [QUOTE, BACKSLASH, BRACE, CLOSE_BRACE, BRACKET, CLOSE_BRACKET, COMMA] = Array.from(
  '"\\{}[],',
  (mark) => mark.charCodeAt(0),
)

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE)
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function checkKey(seen: Set<string> | null | undefined, quoted: string) {
  const key = quoted.includes('\\') ? unquote(quoted) : quoted.slice(1, -1)
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw malformed('body.forbidden-key', `The key "${key}" is not allowed in a body.`)
  if (seen?.has(key))
    throw malformed('body.duplicate-key', 'A key is given twice in one object.', [
      { pointer: `/${key}`, message: 'is given twice' },
    ])
  seen?.add(key)
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    throw malformed('body.malformed', 'The body is not JSON.')
  }
}

function checkStrings(value: unknown, pointer: string) {
  if (typeof value === 'string') {
    const fault = invalidCharacter(value)
    if (fault)
      throw invalid('body.invalid', `A text in the body ${fault}.`, [{ pointer, message: fault }])
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkStrings(item, `${pointer}/${index}`))
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      checkStrings(key, `${pointer}/${key}`)
      checkStrings(item, `${pointer}/${key}`)
    }
  }
}

/** What PostgreSQL would refuse or silently replace. */
export function invalidCharacter(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character'
  if (!text.isWellFormed()) return 'holds half of a surrogate pair'
  return undefined
}
