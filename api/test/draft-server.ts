// A server that speaks the protocols of LibreTranslate, DeepL and OpenAI-compatible servers. Its
// "translation" is the text in capitals, so tests see what was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

type DraftServerRequest = {
  path: string
  authorization: string | undefined
  body: Record<string, unknown>
}
export type TestDraftServer = {
  url: string
  requests: DraftServerRequest[]
  /** Answers the next requests with these statuses, before it translates again. */
  fail: (...statuses: number[]) => void
  /** Called before each answer. */
  before: (action: () => Promise<void>) => void
  /** What is heard in every recording. */
  hear: (segments: object[]) => void
  /** Replaces the translation of the chat protocol. */
  chat: (answer: (lines: string[]) => string) => void
}

export const TEST_KEY = 'a-key-of-the-test'

export async function startDraftServer(t: Pick<TestContext, 'after'>): Promise<TestDraftServer> {
  const requests: DraftServerRequest[] = []
  const failures: number[] = []
  let action = async () => {}
  let segments: object[] = []
  let chat = (lines: string[]) => JSON.stringify({ lines: lines.map(translated) })
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (...statuses) => void failures.push(...statuses),
    before: (next) => (action = next),
    chat: (next) => (chat = next),
    hear: (next) => (segments = next),
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = await readBody(Buffer.concat(chunks), request.headers['content-type']!)
    const { authorization } = request.headers
    requests.push({ path: request.url!, authorization, body })
    await action()
    const failure = failures.shift()
    const [status, answer] = failure
      ? [failure, { error: 'asked to fail' }]
      : answerTo(request.url!, authorization, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  function answerTo(
    path: string,
    authorization: string | undefined,
    body: Record<string, unknown>,
  ): [number, unknown] {
    if (path === '/translate')
      return body.api_key === TEST_KEY
        ? [200, { translatedText: (body.q as string[]).map(translated) }]
        : [403, { error: 'Invalid API key' }]
    if (path === '/v2/translate')
      return authorization === `DeepL-Auth-Key ${TEST_KEY}`
        ? [200, { translations: (body.text as string[]).map((text) => ({ text: ofXml(text) })) }]
        : [403, { message: 'Forbidden' }]
    if (path === '/v1/chat/completions' && authorization === `Bearer ${TEST_KEY}`) {
      const [, user] = body.messages as { content: string }[]
      const { lines } = JSON.parse(user!.content) as { lines: string[] }
      const message = { role: 'assistant', content: chat(lines) }
      return [200, { choices: [{ index: 0, message }], usage: { total_tokens: 7 } }]
    }
    if (path === '/v1/audio/transcriptions' && authorization === `Bearer ${TEST_KEY}`)
      return [200, { text: '', segments }]
    return [404, { error: 'not found' }]
  }
}

/** Recordings are sent as forms. Of a file, its size and its first bytes are kept. */
async function readBody(bytes: Buffer, type: string): Promise<Record<string, unknown>> {
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString()) as Record<string, unknown>
  const form = await new Response(Uint8Array.from(bytes), {
    headers: { 'content-type': type },
  }).formData()
  const entries = [...form.entries()].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : { size: value.size, head: await value.slice(0, 4).text() },
  ])
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>
}

const translated = (text: string) => text.toUpperCase()
/** DeepL leaves ignored tags as they are. */
const ofXml = (text: string) =>
  text
    .split(/(<x>[^<]*<\/x>|&[a-z]+;)/)
    .map((piece, index) => (index % 2 ? piece : translated(piece)))
    .join('')
