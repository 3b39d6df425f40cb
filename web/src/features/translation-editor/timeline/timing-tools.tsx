import { useTranslation } from '../../../i18n/i18n.ts'
import type { TimelineActions } from './timeline-actions.ts'
import { ASPECT_RATIOS, type AspectRatio } from './burn-in-style.ts'
import type { ShownText } from './video-frame.tsx'
import { ToolButton } from './tool-button.tsx'
import { InIcon, OutIcon, ZoomInIcon, ZoomOutIcon } from './tool-icons.tsx'
import styles from './timeline.module.css'

type Props = {
  actions: TimelineActions
  /** Why the selected line cannot be moved, if it cannot. */
  disabledReason: string
  aspectRatio: AspectRatio
  onAspectRatio: (aspectRatio: AspectRatio) => void
  shownText: ShownText
  onShownText: (shownText: ShownText) => void
}

/** A button for every drag and every shortcut. */
export function TimingTools({
  actions,
  disabledReason,
  aspectRatio,
  onAspectRatio,
  shownText,
  onShownText,
}: Props) {
  const { t } = useTranslation('timeline')
  const nudges = [
    ['start', -1, 'inEarlier'],
    ['start', 1, 'inLater'],
    ['stop', -1, 'outEarlier'],
    ['stop', 1, 'outLater'],
    ['both', -1, 'bothEarlier'],
    ['both', 1, 'bothLater'],
  ] as const
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('timingTools')}>
      <div className={styles.group} role="group" aria-label={t('timing')}>
        <ToolButton
          name={t('setStart')}
          shortcut="timeline.setIn"
          content={<InIcon />}
          disabledReason={disabledReason}
          onPress={actions.setEdge && (() => actions.setEdge!('start'))}
        />
        <ToolButton
          name={t('setStop')}
          shortcut="timeline.setOut"
          content={<OutIcon />}
          disabledReason={disabledReason}
          onPress={actions.setEdge && (() => actions.setEdge!('stop'))}
        />
        {nudges.map(([edge, frames, action]) => (
          <ToolButton
            key={action}
            name={t(`nudge.${edge}.${frames < 0 ? 'earlier' : 'later'}`)}
            shortcut={`timeline.${action}`}
            content={`${t(`label.${edge}`)} \u2066${frames < 0 ? '−1' : '+1'}\u2069`}
            disabledReason={disabledReason}
            onPress={actions.nudge && (() => actions.nudge!(edge, frames))}
          />
        ))}
      </div>
      <div className={styles.group}>
        <ToolButton
          name={t('playLine')}
          shortcut="timeline.play"
          content={t('label.play')}
          disabledReason={actions.playSelected ? undefined : t('selectFirst')}
          onPress={actions.playSelected}
        />
        <ToolButton
          name={t('add')}
          shortcut="timeline.add"
          content={t('label.add')}
          disabledReason={actions.addLine ? undefined : t('cannotAdd')}
          onPress={actions.addLine}
        />
      </div>
      <div className={styles.group} role="group" aria-label={t('zoom')}>
        <ToolButton
          name={t('zoomOut')}
          shortcut="timeline.zoomOut"
          content={<ZoomOutIcon />}
          onPress={actions.zoomOut}
        />
        <ToolButton
          name={t('zoomIn')}
          shortcut="timeline.zoomIn"
          content={<ZoomInIcon />}
          onPress={actions.zoomIn}
        />
        <ToolButton
          name={t('zoomToFit')}
          shortcut="timeline.zoomToFit"
          content={t('label.zoomToFit')}
          onPress={actions.zoomToFit}
        />
      </div>
      <span className={styles.spacer} />
      <div className={styles.group}>
        <Select
          name={t('aspectRatio')}
          value={aspectRatio}
          options={ASPECT_RATIOS.map((ratio) => [ratio, ratio])}
          onChange={onAspectRatio}
        />
        <Select
          name={t('shownText.label')}
          value={shownText}
          options={(['text', 'source', 'none'] as const).map((option) => [
            option,
            t(`shownText.${option}`),
          ])}
          onChange={onShownText}
        />
      </div>
    </div>
  )
}

function Select<T extends string>({
  name,
  value,
  options,
  onChange,
}: {
  name: string
  value: T
  options: [T, string][]
  onChange: (value: T) => void
}) {
  return (
    <select
      className={styles.select}
      aria-label={name}
      title={name}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
    >
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}
