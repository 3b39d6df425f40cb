// Reads a JSON body and rejects what JSON.parse accepts: invalid UTF-8, duplicate keys, keys that
// reach a prototype, deep nesting, and characters that PostgreSQL cannot store.
import type { Readable } from 'node:stream'
import { Problem, invalid, malformed } from './contract/problem.ts'
import { shortPointer } from './short-pointer.ts'

const MAX_DEPTH = 32
/** No record has more fields. Checking a megabyte of keys would block the event loop for 0.1 s. */
const MAX_KEYS = 1000
const TIMEOUT_SECONDS = 15

export async function readJson(payload: Readable, limit: number): Promise<unknown> {
  return parseJson(await readBytes(payload, limit))
}

/** Holds the whole body in memory. Large files go through the intake (storage/intake.ts). */
export async function readBytes(
  payload: Readable,
  limit: number,
  seconds = TIMEOUT_SECONDS,
): Promise<Buffer> {
  const timeout = setTimeout(
    () =>
      payload.destroy(
        new Problem(
          408,
          'body.timeout',
          `The body did not arrive within ${seconds} seconds. Send it again.`,
        ),
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
    clearTimeout(timeout)
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
    throw malformed('body.encoding-invalid', 'The body is not valid UTF-8. Encode it as UTF-8.')
  }
}

/** Checks depth and duplicate keys, which are lost once the text is parsed. */
function checkStructure(text: string) {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) {
      const end = endOfString(text, index)
      if (expectsKey) checkKey(open.at(-1), text.slice(index, end + 1))
      expectsKey = false
      index = end
    } else if (char === BRACE || char === BRACKET) {
      if (open.length === MAX_DEPTH)
        throw malformed('body.too-deep', `The body is nested deeper than ${MAX_DEPTH} levels.`)
      open.push(char === BRACE ? new Set() : null)
      expectsKey = char === BRACE
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop()
      expectsKey = false
    } else if (char === COMMA) {
      expectsKey = open.at(-1) instanceof Set
    }
  }
}

const [QUOTE, BACKSLASH, BRACE, CLOSE_BRACE, BRACKET, CLOSE_BRACKET, COMMA] = Array.from(
  '"\\{}[],',
  (char) => char.charCodeAt(0),
)

/** Looks for quotes instead of at each character: a string can be a file in base64. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1))
    if (!isEscaped(text, end)) return end
  return text.length
}

function isEscaped(text: string, index: number): boolean {
  let before = index
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (index - before) % 2 === 1
}

function checkKey(seen: Set<string> | null | undefined, quoted: string) {
  const key = quoted.includes('\\') ? unquote(quoted) : quoted.slice(1, -1)
  if (key === '__proto__' || key === 'constructor' || key === 'prototype')
    throw malformed('body.forbidden-key', `The key "${key}" is not allowed in a body.`)
  if (seen?.has(key))
    throw malformed('body.duplicate-key', 'An object contains the same key twice.', [
      { pointer: shortPointer(`/${key}`), message: 'appears twice' },
    ])
  if (seen?.size === MAX_KEYS)
    throw malformed('body.too-many-keys', `An object has more than ${MAX_KEYS} keys.`)
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
    const error = invalidCharacter(value)
    if (error)
      throw invalid('body.invalid', `A text in the body ${error}.`, [
        { pointer: shortPointer(pointer).toWellFormed().replaceAll('\0', ''), message: error },
      ])
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => checkStrings(item, `${pointer}/${index}`))
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      checkStrings(key, `${pointer}/${key}`)
      checkStrings(item, `${pointer}/${key}`)
    }
  }
}

/** Names a character that PostgreSQL would reject or silently replace. */
export function invalidCharacter(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  if (!text.isWellFormed()) return 'contains half of a surrogate pair'
  return undefined
}
