import { useCallback, useEffect, useRef, useState } from 'react'
import { spelling } from '@reelay/api/contract'
import { newWords, resultsOf, type LookedUp } from './words.ts'

/** Long enough that a word which is being typed is usually complete. */
const DELAY_MS = 700
/** A check of so few words that is still incomplete is not tried again. */
const MIN_WORDS = 25

export type LookedUpWords = {
  /** Undefined until the first answer. */
  state: spelling.SpellingState | undefined
  lookedUp: LookedUp
  /** Asks again for misspelled words, after one was added to the dictionary. */
  lookUpAgain: () => void
}
type Options = {
  isOn: boolean
  lookUp: (words: string[]) => Promise<spelling.SpellingResult>
  /** Words that are asked for once more. */
  again?: (lookedUp: LookedUp) => string[]
}

/**
 * Asks the service about words that it has not looked up yet, so that each costs one request at
 * most. After an incomplete check, fewer are asked for at once. Without a connection the words stay
 * unchecked until the next change.
 */
export function useLookedUpWords(
  lines: readonly { text: string }[],
  { isOn, lookUp, again }: Options,
): LookedUpWords {
  const [lookedUp, setLookedUp] = useState<LookedUp>(new Map())
  const [state, setState] = useState<spelling.SpellingState>()
  const limit = useRef(spelling.MAX_SPELLED_WORDS)

  useEffect(() => {
    if (!isOn || state === 'no-dictionary') return
    const ask = async () => {
      const words = [
        ...newWords(lines, lookedUp, limit.current),
        ...(again?.(lookedUp) ?? []),
      ].slice(0, limit.current)
      if (words.length === 0) return
      const answer = await lookUp(words)
      const hasGivenUp = words.length <= MIN_WORDS && answer.state === 'incomplete'
      if (answer.state === 'incomplete')
        limit.current = Math.max(MIN_WORDS, Math.floor(words.length / 2))
      setState(answer.state)
      if (answer.state === 'unavailable') return
      setLookedUp((before) => new Map([...before, ...resultsOf(words, answer, hasGivenUp)]))
    }
    const timer = setTimeout(() => void ask().catch(() => {}), DELAY_MS)
    return () => clearTimeout(timer)
  }, [again, isOn, lines, lookUp, lookedUp, state])

  const lookUpAgain = useCallback(
    () => setLookedUp((before) => new Map([...before].filter(([, found]) => found === null))),
    [],
  )
  const isIncomplete = state === 'checked' && [...lookedUp.values()].includes('unchecked')
  return { state: isIncomplete ? 'incomplete' : state, lookedUp, lookUpAgain }
}
