import { lazy, Suspense, useCallback, useMemo, type ComponentType } from 'react'
import { previews, subtitleCues } from '@reelay/api/contract'
import { useAnswer } from '../../answers.ts'
import type { Deck, StageProps } from '../../stage/contract.ts'
import { useDesk } from './desk.ts'
import styles from './translate.module.css'

/** The film comes after the lines: who only reads or types does not wait for a player. */
const [load] = Object.values(import.meta.glob<{ Stage: ComponentType<StageProps> }>('../../stage/stage.tsx'))
const Stage = load && lazy(() => load().then(({ Stage: loaded }) => ({ default: loaded })))

export function Film({ asset, isGraphics }: { asset: string; isGraphics: boolean }) {
  const { lines, findings, selected, select, rules, readOnly, deck, acts } = useDesk()
  const { data } = useAnswer(previews.listPreviews, { query: { asset }, range: { first: 0, last: 49 } }, { staleTime: Infinity })
  const preview = data?.items.find(({ type, status }) => (type === 'video' || type === 'audio') && status === 'ready') ?? null
  const cues = useMemo(() => lines.map(({ _id, startTime, stopTime, text, source }) => ({
    id: _id, startMs: subtitleCues.milliseconds(startTime), stopMs: subtitleCues.milliseconds(stopTime), text, source, isGraphics,
    hasError: findings.get(_id)?.some(({ severity }) => severity === 'error') ?? false,
  })), [lines, findings, isGraphics])
  const hold = useCallback((made: Deck) => { deck.current = made }, [deck])
  if (!Stage) return null
  return (
    <div className={styles.film}>
      <Suspense fallback={<div className={styles.filmComing} />}>
        {data && <Stage preview={preview} cues={cues} selected={selected ?? null} language={rules.language} readOnly={readOnly} deck={hold} onSelect={(id) => select(id)} onTime={acts.time} onAdd={acts.add} />}
      </Suspense>
    </div>
  )
}
