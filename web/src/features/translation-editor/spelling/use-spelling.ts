import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { translations, type spelling } from '@reelay/api/contract'
import { useService } from '../../../api/service-context.ts'
import type { Findings } from '../checks/checks.ts'
import type { EditorLine } from '../model/draft.ts'
import { newWords, withSpelling, type LookedUp } from './words.ts'

/** Long enough that a word which is being typed is usually complete. */
const DELAY_MS = 700

export type SpellingChecks = {
  /** Undefined until the first answer. */
  state: spelling.SpellingState | undefined
  findings: Findings
  /** Asks again for misspelled words, after one was added to the dictionary. */
  lookUpAgain: () => void
}

/**
 * Asks the service about words that it has not looked up yet, so that each costs one request at
 * most. Without a connection the words stay unchecked until the next change.
 */
export function useSpelling(
  lines: readonly EditorLine[],
  findings: Findings,
  {
    translation,
    rules,
    selected,
  }: { translation: string; rules: translations.CheckRules; selected: string | undefined },
): SpellingChecks {
  const { call } = useService()
  const [lookedUp, setLookedUp] = useState<LookedUp>(new Map())
  const [state, setState] = useState<spelling.SpellingState>()
  const asked = useRef(new Set<string>())
  const severity = rules.profile.severities.SPELLING

  useEffect(() => {
    if (severity === 'off' || state === 'no-dictionary') return
    const open = lines.find(({ _id }) => _id === selected)
    const lookUp = async () => {
      const words = [
        ...newWords(lines, lookedUp, translations.MAX_SPELLED_WORDS),
        ...(open ? withoutSuggestions(open, lookedUp, asked.current) : []),
      ].slice(0, translations.MAX_SPELLED_WORDS)
      if (words.length === 0) return
      const answer = await call(translations.checkSpelling, {
        params: { id: translation },
        body: { words },
      })
      setState(answer.state)
      if (answer.state === 'unavailable') return
      const found = new Map(answer.words.map(({ word, suggestions }) => [word, suggestions]))
      const results = words.map((word) => [word, found.get(word) ?? null] as const)
      setLookedUp((before) => new Map([...before, ...results]))
    }
    const timer = setTimeout(() => void lookUp().catch(() => {}), DELAY_MS)
    return () => clearTimeout(timer)
  }, [call, lines, lookedUp, selected, severity, state, translation])

  const lookUpAgain = useCallback(
    () => setLookedUp((before) => new Map([...before].filter(([, found]) => found === null))),
    [],
  )
  return {
    state,
    findings: useMemo(
      () => withSpelling(findings, lines, { lookedUp, severity }),
      [findings, lines, lookedUp, severity],
    ),
    lookUpAgain,
  }
}

/** Among many words, only the first have suggestions. Each is asked about once more. */
function withoutSuggestions(line: EditorLine, lookedUp: LookedUp, asked: Set<string>): string[] {
  const words = newWords([line], new Map([...lookedUp].filter(([, found]) => found === null)), 20)
  const bare = words.filter((word) => lookedUp.get(word)?.length === 0 && !asked.has(word))
  for (const word of bare) asked.add(word)
  return bare
}
