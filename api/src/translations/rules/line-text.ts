// The text of a line is an HTML fragment of four tags without attributes. Anything else is refused, not repaired:
// what a translator typed is what the audience reads.
const TOKEN = /<(\/?)([a-z]+)( ?\/)?>|<|>|&(?:amp|lt|gt|quot|nbsp|#39);/g
const PAIRED = new Set(['i', 'b', 'u'])
const DEEPEST = 8

/** Why a text cannot be kept, if it cannot. */
export function faultOfText(text: string): string | undefined {
  if (/[\u0001-\u0009\u000b-\u001f\u007f]/.test(text)) return 'holds a control character'
  const open: string[] = []
  for (const [token, closes, name, selfClosed] of text.matchAll(TOKEN)) {
    if (token.startsWith('&')) continue
    if (name === 'br' && !closes) continue
    if (!name || !PAIRED.has(name) || selfClosed) return `may hold only <i>, <b>, <u> and <br>, not ${token}`
    if (!closes) open.push(name)
    else if (open.pop() !== name) return `closes <${name}> where it is not open`
    if (open.length > DEEPEST) return 'is nested too deeply'
  }
  return open.length ? `leaves <${open.at(-1)}> open` : undefined
}
