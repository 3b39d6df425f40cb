import { Problem } from '../../kernel/http/contract/problem.ts'
import { startCompute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Misspelled, MisspelledResult } from '@reelay/subtitles/spelling'
import type { SpellingResult, SpellingState } from '../contract.ts'
import { findDictionary, type DictionaryFiles } from '../queries/dictionaries.ts'
import { spellLines, spellWords } from './tasks/spell.ts'

const SPELL = new URL('./tasks/spell.ts', import.meta.url)
const linesTask = task(SPELL, spellLines)
const wordsTask = task(SPELL, spellWords)

export type Spelling = { state: SpellingState; misspelled: Misspelled }
type Input = { language: string; allowed: readonly string[]; client: string }
export type Speller = {
  /** `lines` are JSON texts. */
  checkLines: (input: Input & { lines: readonly string[] }) => Promise<Spelling>
  checkWords: (input: Input & { words: readonly string[] }) => Promise<Spelling>
  stop: () => Promise<void>
}

const NOTHING: Misspelled = new Map()

/**
 * One thread of its own: reading a dictionary never delays other computations, and all requests
 * share the dictionaries that it keeps. It ends after some minutes without work.
 */
export function startSpeller(dataDir: string): Speller {
  const compute = startCompute({ threads: 1, seconds: 20, megabytes: 512, idleSeconds: 180 })
  const spell = async (
    language: string,
    check: (files: DictionaryFiles) => Promise<MisspelledResult | undefined>,
  ): Promise<Spelling> => {
    const files = await findDictionary(dataDir, language)
    if (!files) return { state: 'no-dictionary', misspelled: NOTHING }
    const result = await check(files).catch(ignoreLimits)
    if (!result) return { state: 'unavailable', misspelled: NOTHING }
    return { state: result.complete ? 'checked' : 'incomplete', misspelled: result.misspelled }
  }
  return {
    checkLines: ({ language, lines, allowed, client }) =>
      spell(language, (files) => compute.run(linesTask, { files, lines, allowed }, { client })),
    checkWords: ({ language, words, allowed, client }) =>
      spell(language, (files) => compute.run(wordsTask, { files, words, allowed }, { client })),
    stop: compute.stop,
  }
}

export const presentSpelling = ({ state, misspelled }: Spelling): SpellingResult => ({
  state,
  words: [...misspelled].map(([word, suggestions]) => ({ word, suggestions: [...suggestions] })),
})

/** The other checks need no dictionary, so they go on when this one is busy or out of memory. */
function ignoreLimits(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}
