import { useCallback, useMemo, useRef } from 'react'
import { translations, type spelling } from '@reelay/api/contract'
import { useService } from '../../../api/service-context.ts'
import type { Findings } from '../checks/checks.ts'
import type { EditorLine } from '../model/draft.ts'
import { useLookedUpWords } from './use-looked-up-words.ts'
import { newWords, withSpelling, type LookedUp } from './words.ts'

export type SpellingChecks = {
  /** Undefined until the first answer. */
  state: spelling.SpellingState | undefined
  findings: Findings
  /** Asks again for misspelled words, after one was added to the dictionary. */
  lookUpAgain: () => void
}

/** The findings of the lines with those about their spelling. */
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
  const asked = useRef(new Set<string>())
  const severity = rules.profile.severities.SPELLING
  const lookUp = useCallback(
    (words: string[]) =>
      call(translations.checkSpelling, { params: { id: translation }, body: { words } }),
    [call, translation],
  )
  const open = lines.find(({ _id }) => _id === selected)
  const again = useCallback(
    (lookedUp: LookedUp) => (open ? withoutSuggestions(open, lookedUp, asked.current) : []),
    [open],
  )
  const { state, lookedUp, lookUpAgain } = useLookedUpWords(lines, {
    isOn: severity !== 'off',
    lookUp,
    again,
  })
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
