import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { previews } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { useEndpointQuery } from '../../../api/queries.ts'
import type { Cue, TimelinePlayer } from './timeline-props.ts'
import type { Line } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'
import styles from '../translation-editor.module.css'

/** The film comes after the lines: who only reads or types does not wait for a player. */
const Stage = lazy(() =>
  import('./timeline.tsx').then(({ Timeline: loaded }) => ({ default: loaded })),
)

export function LazyTimeline({ asset, isGraphics }: { asset: string; isGraphics: boolean }) {
  const {
    lines,
    findings,
    selected,
    select,
    rules,
    readOnly,
    player: deck,
    actions: acts,
  } = useEditor()
  const { data } = useEndpointQuery(
    previews.listPreviews,
    { query: { asset }, range: { first: 0, last: 49 } },
    { staleTime: Infinity },
  )
  const preview =
    data?.items.find(
      ({ type, status }) => (type === 'video' || type === 'audio') && status === 'ready',
    ) ?? null
  // A letter is in its field before the film has it: with ten thousand lines that is the difference
  // between a lag and none.
  const [calmLines, calmFindings] = [useDeferredValue(lines), useDeferredValue(findings)]
  // What is still to be written is no fault of the timing.
  const made = useRef(new WeakMap<Line, Cue>())
  const cues = useMemo(
    () =>
      calmLines.map((line) => {
        const hasError =
          calmFindings
            .get(line._id)
            ?.some(({ severity, rule }) => severity === 'error' && rule !== 'UNTRANSLATED') ?? false
        const known = made.current.get(line)
        const cue = known?.hasError === hasError ? known : toCue(line, hasError, isGraphics)
        made.current.set(line, cue)
        return cue
      }),
    [calmLines, calmFindings, isGraphics],
  )
  const hold = useCallback(
    (held: TimelinePlayer) => {
      deck.current = held
    },
    [deck],
  )
  return (
    <div className={styles.film}>
      <Suspense fallback={<div className={styles.filmComing} />}>
        {data && (
          <Stage
            preview={preview}
            cues={cues}
            selected={selected ?? null}
            language={rules.language}
            readOnly={readOnly}
            onPlayerReady={hold}
            onSelect={(id) => select(id)}
            onTimesChange={acts.setTimes}
            onAdd={acts.add}
          />
        )}
      </Suspense>
    </div>
  )
}

const toCue = (
  { _id, startTime, stopTime, text, source, alignment, textAlign }: Line,
  hasError: boolean,
  isGraphics: boolean,
): Cue => ({
  id: _id,
  startMs: parseTimecode(startTime),
  stopMs: parseTimecode(stopTime),
  text,
  source,
  hasError,
  isGraphics,
  alignment,
  textAlign,
})
