import { writeWav } from '@reelay/media/wav'
import type { DraftTask } from '../contract.ts'
import { DraftError, transcribe, translate } from './ask.ts'
import type { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import type { DraftServer } from './protocols/protocol.ts'

/** Somebody waits for the answer. */
export const TEST_SECONDS = 20
/** One second of samples. */
const SILENCE_RATE = 16_000

/** Sends one word or silence, so that nothing of the studio leaves it. */
export async function testDraftServer(
  context: { fetch: ReturnType<typeof createGuardedFetch> },
  server: DraftServer & { host: string },
  task: DraftTask,
): Promise<{ ok: boolean; answer: string | null; problem: string | null }> {
  const usage = { requests: 0, characters: 0, tokens: 0 }
  try {
    if (task === 'transcription') {
      const bytes = writeWav(new Int16Array(SILENCE_RATE), SILENCE_RATE)
      await transcribe(context, server, { bytes, language: 'en' }, usage)
      return { ok: true, answer: null, problem: null }
    }
    const request = { texts: [['Hello']], from: 'en', to: 'de' }
    const [answer] = await translate(context, server, request, usage)
    if (answer !== undefined) return { ok: true, answer: answer.slice(0, 200), problem: null }
    const problem = `${server.host} gave an answer that does not fit the request.`
    return { ok: false, answer: null, problem }
  } catch (error) {
    if (!(error instanceof DraftError)) throw error
    return { ok: false, answer: null, problem: `${server.host} ${error.message}.` }
  }
}
