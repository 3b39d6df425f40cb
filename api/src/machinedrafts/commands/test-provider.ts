import { DraftError, translate } from './ask.ts'
import type { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import type { DraftServer } from './protocols/protocol.ts'

/** Somebody waits for the answer. */
export const TEST_SECONDS = 20

/** Sends one word, so that nothing of the studio leaves it. */
export async function testDraftServer(
  context: { fetch: ReturnType<typeof createGuardedFetch> },
  server: DraftServer & { host: string },
): Promise<{ ok: boolean; answer: string | null; problem: string | null }> {
  const usage = { requests: 0, characters: 0, tokens: 0 }
  try {
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
