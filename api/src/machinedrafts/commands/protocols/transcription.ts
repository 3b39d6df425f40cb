// Transcriptions of OpenAI-compatible servers (whisper.cpp, faster-whisper, LocalAI, vLLM and
// others): POST /v1/audio/transcriptions.
import type { SpeechSegment } from '../../rules/speech-cues.ts'
import { isRecord, toHeaders, type DraftServer } from './protocol.ts'

/** The limit of OpenAI is 25 MB. Five minutes are 9.6 MB. */
export const MAX_SPEECH_SECONDS = 300

export type TranscriptionRequest = { bytes: Uint8Array; language: string | undefined }

export const TRANSCRIPTION_PATH = '/v1/audio/transcriptions'

export async function buildTranscription(
  { key, model }: DraftServer,
  { bytes, language }: TranscriptionRequest,
): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'audio/wav' }), 'speech.wav')
  form.set('model', model ?? 'default')
  form.set('response_format', 'verbose_json')
  form.set('timestamp_granularities[]', 'segment')
  if (language !== undefined) form.set('language', language)
  const encoded = new Response(form)
  return {
    headers: {
      ...toHeaders(key === null ? undefined : `Bearer ${key}`),
      'content-type': encoded.headers.get('content-type')!,
    },
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

/** Undefined if the answer has no segments. Recognizers hear words in silence, and say so. */
export function readTranscription(answer: unknown): SpeechSegment[] | undefined {
  const segments = isRecord(answer) ? answer.segments : undefined
  if (!Array.isArray(segments)) return undefined
  return segments.flatMap((segment: unknown) => {
    if (!isRecord(segment)) return []
    const { start, end, text, no_speech_prob: silence } = segment
    return Number.isFinite(start) &&
      Number.isFinite(end) &&
      typeof text === 'string' &&
      !(typeof silence === 'number' && silence > MAX_SILENCE)
      ? [{ start: start as number, end: end as number, text }]
      : []
  })
}

/** As Whisper itself decides. */
const MAX_SILENCE = 0.6
