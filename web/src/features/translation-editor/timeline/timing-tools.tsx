import { useTranslation } from '../../../i18n/i18n.ts'
import type { TimelineActions } from './shortcuts.ts'
import { ASPECT_RATIOS, type AspectRatio } from './burn-in-style.ts'
import type { ShownText } from './video-frame.tsx'
import { ToolButton } from './tool-button.tsx'
import { InIcon, OutIcon } from './tool-icons.tsx'
import styles from './timeline.module.css'

type Props = {
  doing: TimelineActions
  /** Why the chosen line cannot be moved, where it cannot. */ why: string
  shape: AspectRatio
  onShape: (shape: AspectRatio) => void
  words: ShownText
  onWords: (words: ShownText) => void
}

/** A button for every drag, and for every key. */
export function TimingTools({ doing, why, shape, onShape, words, onWords }: Props) {
  const { t } = useTranslation('stage')
  const nudges = [
    ['start', -1, 'Q'],
    ['start', 1, 'W'],
    ['stop', -1, 'E'],
    ['stop', 1, 'R'],
    ['both', -1, 'A'],
    ['both', 1, 'S'],
  ] as const
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <div className={styles.group} role="group" aria-label={t('timing')}>
        <ToolButton
          name={t('setStart')}
          keys="["
          shown={<InIcon />}
          why={why}
          onPress={doing.setTo && (() => doing.setTo!('start'))}
        />
        <ToolButton
          name={t('setStop')}
          keys="]"
          shown={<OutIcon />}
          why={why}
          onPress={doing.setTo && (() => doing.setTo!('stop'))}
        />
        {nudges.map(([edge, frames, keys]) => (
          <ToolButton
            key={keys}
            name={t(`nudge.${edge}.${frames < 0 ? 'earlier' : 'later'}`)}
            keys={keys}
            shown={`${t(`short.${edge}`)} \u2066${frames < 0 ? '−1' : '+1'}\u2069`}
            why={why}
            onPress={doing.nudge && (() => doing.nudge!(edge, frames))}
          />
        ))}
      </div>
      <div className={styles.group}>
        <ToolButton
          name={t('playLine')}
          keys="P"
          shown={t('short.play')}
          why={doing.playChosen ? undefined : t('chooseFirst')}
          onPress={doing.playChosen}
        />
        <ToolButton
          name={t('add')}
          keys="N"
          shown={t('short.add')}
          why={doing.add ? undefined : t('noAdding')}
          onPress={doing.add}
        />
      </div>
      <div className={styles.group}>
        <Select
          name={t('shape')}
          value={shape}
          options={ASPECT_RATIOS.map((one) => [one, one])}
          onChoose={onShape}
        />
        <Select
          name={t('words')}
          value={words}
          options={(['text', 'source', 'none'] as const).map((one) => [one, t(`shown.${one}`)])}
          onChoose={onWords}
        />
      </div>
    </div>
  )
}

function Select<T extends string>({
  name,
  value,
  options,
  onChoose,
}: {
  name: string
  value: T
  options: [T, string][]
  onChoose: (value: T) => void
}) {
  return (
    <select
      className={styles.choice}
      aria-label={name}
      title={name}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}
    >
      {options.map(([one, said]) => (
        <option key={one} value={one}>
          {said}
        </option>
      ))}
    </select>
  )
}
