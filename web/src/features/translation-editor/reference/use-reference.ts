import { useMemo, useState } from 'react'
import { translations, workrequests, type scripts } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { useEndpointQuery } from '../../../api/queries.ts'
import { languageName } from '../../../ui/format/format.ts'
import type { EditorLine } from '../model/draft.ts'
import { matchByTime } from './match-by-time.ts'

export type ReferenceOption = { id: string; label: string; language: string }
/** Another translation beside the lines. */
export type Reference = {
  options: readonly ReferenceOption[]
  /** Null shows the original. */
  chosen: ReferenceOption | null
  choose: (id: string | null) => void
  /** The text beside a line, if another translation is chosen and loaded. */
  textOf: ReadonlyMap<string, string> | null
}
type Input = {
  asset: string
  part: scripts.ScriptPart
  own: string
  lines: readonly EditorLine[]
}

export function useReference({ asset, part, own, lines }: Input): Reference {
  const [chosenId, choose] = useState<string | null>(null)
  const { data } = useEndpointQuery(
    workrequests.listWorkRequests,
    { query: { asset }, range: { first: 0, last: 99 } },
    { staleTime: 60_000 },
  )
  const options = (data?.items ?? [])
    .map((request) => ({
      id: (part === 'graphics' ? request.graphicsTranslation : request.translation)._id,
      language: request.language,
      label: `${languageName(request.language)} (${request.territory})`,
    }))
    .filter(({ id }) => id !== own)
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const chosen = options.find(({ id }) => id === chosenId) ?? null
  const { data: others } = useEndpointQuery(
    translations.translationLines.list,
    { params: { id: chosen?.id ?? '' } },
    { enabled: chosen !== null, staleTime: 60_000 },
  )
  const textOf = useMemo(
    () => (others && chosen ? joinMatches(lines, others) : null),
    [lines, others, chosen?.id],
  )
  return { options, chosen, choose, textOf }
}

type TimedText = { _id: string; startTime: string; stopTime: string; text: string }
const toSpan = ({ _id, startTime, stopTime, text }: TimedText) => ({
  id: _id,
  startMs: parseTimecode(startTime),
  stopMs: parseTimecode(stopTime),
  text,
})

const joinMatches = (lines: readonly TimedText[], others: readonly TimedText[]) =>
  new Map(
    [...matchByTime(lines.map(toSpan), others.map(toSpan))].map(([id, found]) => [
      id,
      found.map(({ text }) => text).join('<br>'),
    ]),
  )
