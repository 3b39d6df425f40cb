import { usePaneSize } from '../../ui/layout/workspace/pane-size.ts'

const PICTURE = {
  key: 'reelay.editor.picture',
  initial: () => innerWidth * 0.4,
  min: 320,
  max: () => innerWidth * 0.65,
}
const WAVE = {
  key: 'reelay.editor.wave',
  initial: () => Math.max(216, innerHeight * 0.24),
  min: 150,
  max: () => innerHeight * 0.5,
}

/** The width of the picture and the height of the waveform. */
export function useEditorPanes() {
  const picture = usePaneSize(PICTURE)
  const wave = usePaneSize(WAVE)
  const style = {
    '--picture-width': `${picture.size}px`,
    '--wave-height': `${wave.size}px`,
  } as React.CSSProperties
  return { picture, wave, style }
}
