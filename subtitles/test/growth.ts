// Measures whether CPU time grows faster than the input.
import assert from 'node:assert/strict'

/** Repeated, each of these has made a parser or a rule quadratic, here or elsewhere. */
export const PATTERNS = [
  '<',
  '<a',
  '<a ',
  '</',
  '<i>',
  '<i>a</i>',
  '<c #ffff00>',
  '<c #ffff00>a</c>',
  '<ruby>',
  '<ruby>a<rt>b</rt></ruby>',
  '<ruby>a<rt>',
  '<font color="',
  '<font color=red>',
  '<font>',
  '<c.yellow>',
  '<v Ada>',
  '{\\c&HFF&}',
  '{\\pos(1,2)}',
  '<set/>',
  '<span>',
  '{',
  '{\\',
  '{\\i1',
  '{\\an8}',
  '}',
  '[',
  '(',
  '\\',
  '&',
  '&#',
  '&amp;',
  '"',
  '""',
  "'",
  ' ',
  'a ',
  '1 ',
  '1.',
  '-',
  '- ',
  '->',
  '-->',
  '…',
  '...',
  '\t',
  '\n',
  '\r',
  '\n\n',
  '1\n',
  '00:00:01,000',
  ';',
  ',',
  'X1:1 ',
  '_x0041_',
  ']]>',
  '<!--',
  'a',
  'e\u0301',
  '\u0301',
  'مرحبا ',
  '\u202b',
  '\u2067',
  '\u200f',
  '你好',
  'ｶ',
  '👩‍👧',
  'नमस्ते',
]
export const SIZE = 16_000
/** Quadratic time grows 16-fold; linear time fourfold, plus noise. */
const [SCALE, MAX_GROWTH] = [4, 9]
/**
 * Below this the compiler and the garbage collector decide. 64,000 steps of quadratic time take
 * seconds.
 */
const NOISE_MS = 150
const ATTEMPTS = 8

export const fill = (pattern: string, size: number) =>
  pattern.repeat(Math.ceil(size / pattern.length)).slice(0, size)

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** A busy computer makes single measurements too slow, never too fast. */
export function assertLinear(name: string, prepare: (size: number) => () => unknown, size = SIZE) {
  const [small, large] = [prepare(size), prepare(size * SCALE)]
  let [fast, slow] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    slow = Math.min(slow, cpuMs(large))
    if (slow < NOISE_MS) return
    fast = Math.min(fast, cpuMs(small))
    if (slow < fast * MAX_GROWTH) return
  }
  assert.fail(
    `${name}: ${fast.toFixed(1)} ms becomes ${slow.toFixed(1)} ms for ${SCALE} times the input`,
  )
}
