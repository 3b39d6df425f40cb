// The drafts of some lines: from the translation memory, from the glossary, and then from the
// provider.
import { canonicalMarkup, tagFromLanguage } from '@reelay/subtitles'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { createGuardedFetch } from '../../kernel/http/outbound/guarded-fetch.ts'
import { MAX_LENGTHS } from '../../lines/contract.ts'
import { findCandidates } from '../../memory/queries/candidates.ts'
import { markupKey, bestMatches } from '@reelay/translation-memory'
import type { EmptyLine } from '../queries/empty-lines.ts'
import { joinSegments, splitSegments } from '../rules/segments.ts'
import { findWholeTerm, markTerms, type DraftTerm, type MarkedText } from '../rules/terms.ts'
import { DraftError, maxTextsOf, translate, type Usage } from './ask.ts'
import type { DraftServer } from './protocols/protocol.ts'

/** Only translations of the same line are taken without asking. */
const MIN_SCORE = 100

export type DraftScope = {
  studio: string
  project: string
  asset: string
  sourceLanguage: string
  language: string
}
export type DraftedLine = {
  id: string
  source: string
  text: string
  from: 'fromMemory' | 'fromGlossary' | 'fromProvider'
}
type BatchInput = {
  caller: Caller
  scope: DraftScope
  server: DraftServer
  terms: readonly DraftTerm[]
  lines: readonly EmptyLine[]
}
type BatchContext = {
  db: Db
  fetch: ReturnType<typeof createGuardedFetch>
  signal: AbortSignal
}

/** `error` is why the provider gave no answer. The other drafts are valid all the same. */
export async function draftBatch(
  context: BatchContext,
  input: BatchInput,
): Promise<{ drafts: DraftedLine[]; usage: Usage; error: DraftError | undefined }> {
  const localDrafts: DraftedLine[] = []
  const remaining: EmptyLine[] = []
  for (const line of input.lines) {
    const draft = await findLocalDraft(context.db, line, input)
    if (draft) localDrafts.push(draft)
    else remaining.push(line)
  }
  const usage: Usage = { requests: 0, characters: 0, tokens: 0 }
  try {
    return {
      drafts: [...localDrafts, ...(await askFor(context, remaining, input, usage))],
      usage,
      error: undefined,
    }
  } catch (error) {
    if (!(error instanceof DraftError)) throw error
    return { drafts: localDrafts, usage, error }
  }
}

async function findLocalDraft(
  db: Db,
  { id, source, before, after }: EmptyLine,
  { caller, scope, terms }: BatchInput,
): Promise<DraftedLine | undefined> {
  const candidates = await findCandidates(db, viewerOf(caller), scope, [markupKey(source)], {
    before: markupKey(before),
    after: markupKey(after),
    project: scope.project,
    asset: scope.asset,
  })
  const [best] = bestMatches(source, candidates)
  if (best && best.score >= MIN_SCORE)
    return { id, source, text: canonicalMarkup(best.target), from: 'fromMemory' }
  const term = findWholeTerm(source, terms)
  return term === undefined
    ? undefined
    : { id, source, text: joinSegments(source, [term]), from: 'fromGlossary' }
}

async function askFor(
  context: BatchContext,
  lines: readonly EmptyLine[],
  { server, scope, terms }: BatchInput,
  usage: Usage,
): Promise<DraftedLine[]> {
  const segments = lines.map(({ source }) => splitSegments(source))
  const texts = segments.flat().map((text) => markTerms(text, terms))
  const translated = await translateAll(context, server, { texts, scope }, usage)
  let next = 0
  return lines.flatMap(({ id, source }, index) => {
    const own = translated.slice(next, (next += segments[index]!.length))
    if (own.length === 0 || own.some((text) => text === undefined)) return []
    const text = joinSegments(source, own as string[])
    return text && text.length <= MAX_LENGTHS.text
      ? [{ id, source, text, from: 'fromProvider' as const }]
      : []
  })
}

async function translateAll(
  context: BatchContext,
  server: DraftServer,
  { texts, scope }: { texts: readonly MarkedText[]; scope: DraftScope },
  usage: Usage,
): Promise<(string | undefined)[]> {
  const [from, to] = [scope.sourceLanguage, scope.language].map(tagFromLanguage) as [string, string]
  const size = maxTextsOf(server.kind)
  const translated: (string | undefined)[] = []
  for (let index = 0; index < texts.length; index += size) {
    const request = {
      texts: texts.slice(index, index + size),
      from: from === 'und' ? undefined : from,
      to,
    }
    translated.push(...(await translate(context, server, request, usage)))
  }
  return translated
}
