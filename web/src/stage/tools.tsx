import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SHAPES, type Shape } from './lettering.ts'
import type { Doing } from './keys.ts'
import type { Words } from './screen.tsx'
import { CloserMark, InMark, OutMark, WiderMark } from './tool-marks.tsx'
import styles from './stage.module.css'

type Parts = { doing: Doing; why: string | undefined; shape: Shape; onShape: (shape: Shape) => void; words: Words; onWords: (words: Words) => void }

/** A button for every drag, and for every key. */
export function Tools({ doing, why, shape, onShape, words, onWords }: Parts) {
  const { t } = useTranslation('stage')
  const nudges = [['start', -1, 'Q'], ['start', 1, 'W'], ['stop', -1, 'E'], ['stop', 1, 'R']] as const
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <div className={styles.group} role="group" aria-label={t('timing')}>
        <Tool name={t('setStart')} keys="[" shown={<InMark />} why={why} onPress={doing.setTo && (() => doing.setTo!('start'))} />
        <Tool name={t('setStop')} keys="]" shown={<OutMark />} why={why} onPress={doing.setTo && (() => doing.setTo!('stop'))} />
        {nudges.map(([edge, frames, keys]) => (
          <Tool key={keys} name={t(`nudge.${edge}.${frames < 0 ? 'earlier' : 'later'}`)} keys={keys} shown={<>{t(`short.${edge}`)}<bdi dir="ltr">{frames < 0 ? '−1' : '+1'}</bdi></>} why={why} onPress={doing.nudge && (() => doing.nudge!(edge, frames))} />
        ))}
        <Tool name={t('playLine')} keys="P" shown={t('short.play')} why={doing.playChosen ? undefined : t('chooseFirst')} onPress={doing.playChosen} />
        <Tool name={t('add')} keys="N" shown={t('short.add')} why={doing.add ? undefined : t('noAdding')} onPress={doing.add} />
      </div>
      <div className={styles.group} role="group" aria-label={t('zoom')}>
        <Tool name={t('wider')} keys="-" shown={<WiderMark />} onPress={doing.wider} />
        <Tool name={t('closer')} keys="+" shown={<CloserMark />} onPress={doing.closer} />
        <Tool name={t('whole')} keys="0" shown={t('short.whole')} onPress={doing.whole} />
      </div>
      <div className={styles.group}>
        <label className={styles.choice}><span className="unseen">{t('shape')}</span>
          <select value={shape} onChange={({ currentTarget }) => onShape(currentTarget.value as Shape)}>{SHAPES.map((one) => <option key={one}>{one}</option>)}</select></label>
        <label className={styles.choice}><span className="unseen">{t('words')}</span>
          <select value={words} onChange={({ currentTarget }) => onWords(currentTarget.value as Words)}>{(['text', 'source', 'none'] as const).map((one) => <option key={one} value={one}>{t(`shown.${one}`)}</option>)}</select></label>
      </div>
    </div>
  )
}

/** One that cannot be used can still be reached, and says why. */
function Tool({ name, keys, shown, why, onPress }: { name: string; keys: string; shown: ReactNode; why?: string | undefined; onPress: (() => void) | undefined }) {
  return (
    <button type="button" className={styles.tool} aria-label={name} aria-keyshortcuts={keys} title={onPress ? `${name} (${keys})` : why} aria-disabled={!onPress} onClick={onPress}>
      <span aria-hidden="true">{shown}</span>
      {!onPress && <span className="unseen">{why}</span>}
    </button>
  )
}
