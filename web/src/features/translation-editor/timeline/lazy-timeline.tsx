import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { parseTimecode } from '@reelay/subtitles'
import type { TimelineCue, TimelinePlayer } from './timeline-props.ts'
import type { EditorLine } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'
import { useEditorPreview, useIsPreviewPending } from '../use-editor-clock.ts'
import styles from '../translation-editor.module.css'

/** Loaded after the lines, so that reading and typing do not wait for the player. */
const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))

export function LazyTimeline({ asset, isGraphics }: { asset: string; isGraphics: boolean }) {
  const { lines, findings, selected, select, rules, readOnly, player, actions } = useEditor()
  const preview = useEditorPreview(asset)
  const isPending = useIsPreviewPending(asset)
  // The text field updates first: with ten thousand lines, typing would lag otherwise.
  const deferredLines = useDeferredValue(lines)
  const deferredFindings = useDeferredValue(findings)
  const cueCache = useRef(new WeakMap<EditorLine, TimelineCue>())
  const cues = useMemo(
    () =>
      deferredLines.map((line) => {
        // A missing translation is no timing error.
        const hasError =
          deferredFindings
            .get(line._id)
            ?.some(({ severity, rule }) => severity === 'error' && rule !== 'UNTRANSLATED') ?? false
        const cached = cueCache.current.get(line)
        const cue = cached?.hasError === hasError ? cached : toCue(line, hasError, isGraphics)
        cueCache.current.set(line, cue)
        return cue
      }),
    [deferredLines, deferredFindings, isGraphics],
  )
  const onPlayerReady = useCallback(
    (ready: TimelinePlayer) => {
      player.current = ready
    },
    [player],
  )
  return (
    <div className={styles.timeline}>
      <Suspense fallback={<div className={styles.timelinePlaceholder} data-pending="" />}>
        {preview === undefined ? (
          <div className={styles.timelinePlaceholder} data-pending={isPending ? '' : undefined} />
        ) : (
          <Timeline
            preview={preview}
            cues={cues}
            selected={selected ?? null}
            language={rules.language}
            readOnly={readOnly}
            onPlayerReady={onPlayerReady}
            onSelect={(id) => select(id)}
            onTimesChange={actions.setTimes}
            onAdd={actions.add}
            isCueing={actions.isCueing}
            onCueingEnd={actions.endCueing}
          />
        )}
      </Suspense>
    </div>
  )
}

const toCue = (
  { _id, startTime, stopTime, text, source, alignment, textAlign, x, y, writingMode }: EditorLine,
  hasError: boolean,
  isGraphics: boolean,
): TimelineCue => ({
  id: _id,
  startMs: parseTimecode(startTime),
  stopMs: parseTimecode(stopTime),
  text,
  source,
  hasError,
  isGraphics,
  alignment,
  textAlign,
  x,
  y,
  writingMode,
})
