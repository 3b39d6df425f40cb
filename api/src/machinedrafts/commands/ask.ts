// One request to a provider, with retries, and smaller requests if an answer does not fit.
import { setTimeout as wait } from 'node:timers/promises'
import type { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import { RefusedUrlError } from '../../kernel/http/outbound/resolve-target.ts'
import type { DraftProviderKind } from '../contract.ts'
import { sourceText } from '../rules/terms.ts'
import type { SpeechSegment } from '../rules/speech-cues.ts'
import { deepl } from './protocols/deepl.ts'
import { libretranslate } from './protocols/libretranslate.ts'
import { openai } from './protocols/openai.ts'
import {
  type DraftAnswer,
  type DraftRequest,
  type DraftServer,
  type Protocol,
} from './protocols/protocol.ts'
import {
  TRANSCRIPTION_PATH,
  buildTranscription,
  readTranscription,
  type TranscriptionRequest,
} from './protocols/transcription.ts'

const PROTOCOLS: Record<DraftProviderKind, Protocol> = { libretranslate, deepl, openai }
export const maxTextsOf = (kind: DraftProviderKind) => PROTOCOLS[kind].maxTexts

/** Models on a CPU need this long for a request. */
export const ANSWER_SECONDS = 120
const RETRY_MS = [500, 2_000]
const MAX_RETRY_MS = 30_000

type AskContext = { fetch: ReturnType<typeof createGuardedFetch>; signal?: AbortSignal }
/** `characters` and `requests` count what was sent, answered or not. */
export type Usage = { requests: number; characters: number; tokens: number }

/** The message continues after the host of the provider. */
export class DraftError extends Error {
  readonly code: string
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Adds to `usage` also when it fails: the provider counts requests, not successes. */
export async function translate(
  context: AskContext,
  server: DraftServer,
  request: DraftRequest,
  usage: Usage,
): Promise<DraftAnswer['texts']> {
  const protocol = PROTOCOLS[server.kind]
  usage.characters += request.texts.reduce((sum, text) => sum + [...sourceText(text)].length, 0)
  const sent = await send(
    context,
    server.url,
    {
      path: protocol.path,
      headers: { 'content-type': 'application/json', ...protocol.headers(server) },
      body: JSON.stringify(protocol.body(server, request)),
    },
    usage,
  )
  const answer = protocol.read(sent, request)
  if (answer) {
    usage.tokens += answer.tokens
    return answer.texts
  }
  const { texts } = request
  if (texts.length === 1) return [undefined]
  const half = Math.ceil(texts.length / 2)
  const [first, second] = [texts.slice(0, half), texts.slice(half)]
  return [
    ...(await translate(context, server, { ...request, texts: first }, usage)),
    ...(await translate(context, server, { ...request, texts: second }, usage)),
  ]
}

/** What was said in a part of a film. Times are from its start. */
export async function transcribe(
  context: AskContext,
  server: DraftServer,
  request: TranscriptionRequest,
  usage: Usage,
): Promise<SpeechSegment[]> {
  const built = await buildTranscription(server, request)
  const answer = await send(context, server.url, { path: TRANSCRIPTION_PATH, ...built }, usage)
  const segments = readTranscription(answer)
  if (!segments)
    throw new DraftError('draft.answer-invalid', 'answered without segments and their times')
  return segments
}

type HttpRequest = { path: string; headers: Record<string, string>; body: string | Uint8Array }

async function send(
  context: AskContext,
  base: string,
  request: HttpRequest,
  usage: Usage,
): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    usage.requests++
    const { response, error } = await attemptOnce(context, base, request)
    if (response?.ok)
      return response.json().catch(() => {
        throw new DraftError('draft.answer-invalid', 'answered with something that is not JSON')
      })
    const isTemporary = !response || response.status === 429 || response.status >= 500
    const delay = RETRY_MS[attempt]
    if (!isTemporary || delay === undefined) throw response ? toError(response.status) : error
    await wait(retryDelay(response, delay), undefined, { signal: context.signal })
  }
}

async function attemptOnce(
  { fetch, signal }: AskContext,
  base: string,
  { path, headers, body }: HttpRequest,
): Promise<{ response?: Response; error?: Error }> {
  try {
    const response = await fetch(addressOf(base, path), {
      method: 'POST',
      headers: { 'user-agent': 'Reelay', ...headers },
      body,
      signal,
    })
    return { response }
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof RefusedUrlError)
      throw new DraftError('draft.url-refused', `was not asked: its URL ${cause.message}`, {
        cause,
      })
    return { error: new DraftError('draft.unreachable', 'could not be reached', { cause }) }
  }
}

/** People enter the base URL with or without the version. */
function addressOf(base: string, path: string): URL {
  const url = new URL(base)
  const root = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  const [version = ''] = /^\/v\d+/.exec(path) ?? []
  url.pathname = root + (version && root.endsWith(version) ? path.slice(version.length) : path)
  return url
}

function retryDelay(response: Response | undefined, delay: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_MS) : delay
}

function toError(status: number): DraftError {
  if (status === 401 || status === 403)
    return new DraftError('draft.rejected', `refused the key (status ${status})`)
  if (status === 402 || status === 429 || status === 456)
    return new DraftError('draft.quota', `accepts no more at the moment (status ${status})`)
  if (status >= 500) return new DraftError('draft.unreachable', `failed (status ${status})`)
  return new DraftError(
    'draft.not-translated',
    `refused the request (status ${status}). It may not know one of the languages or the model`,
  )
}
