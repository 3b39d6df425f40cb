import type { Region } from 'wavesurfer.js/plugins/regions'
import type { TimelineCue } from './timeline-props.ts'
import { LABEL_PX, RULER_PX } from './sizes.ts'
import { shortLabel } from './visible-cues.ts'

/** `signature` is what the region was last styled from. */
export type ShownRegion = { region: Region; signature: string }

export const fill = (tone: string, percent: number) =>
  `color-mix(in srgb, var(--tone-${tone}) ${percent}%, transparent)`

/** Graphics are lower than dialogue, so that both are visible. Unchanged regions are skipped. */
export function styleRegion(
  item: ShownRegion,
  cue: TimelineCue,
  isSelected: boolean,
  readOnly: boolean,
) {
  const { element } = item.region
  const tone = cue.hasError ? 'bad' : cue.isGraphics ? 'accent' : 'info'
  const signature = [tone, isSelected, shortLabel(cue)].join(' ')
  if (!element || item.signature === signature) return
  item.signature = signature
  Object.assign(element.style, {
    top: cue.isGraphics ? '66%' : `${RULER_PX}px`,
    bottom: '0',
    height: 'auto',
    background: fill(tone, isSelected ? 30 : 14),
    boxShadow: isSelected ? `inset 0 0 0 2px var(--tone-${tone})` : 'none',
    borderRadius: '6px',
    overflow: 'hidden',
    zIndex: isSelected ? '2' : '1',
    touchAction: readOnly ? 'auto' : 'none',
  })
  styleHandle(element, 'left', { borderLeft: `2px solid var(--tone-${tone})` })
  styleHandle(element, 'right', { borderRight: `2px solid var(--tone-${tone})` })
  item.region.setContent(createLabel(shortLabel(cue), tone))
}

function styleHandle(element: HTMLElement, side: 'left' | 'right', border: object) {
  const handle = element.querySelector<HTMLElement>(`[part*="region-handle-${side}"]`)
  if (handle) Object.assign(handle.style, { width: '9px', ...border, borderRadius: '0' })
}

function createLabel(text: string, tone: string): HTMLElement {
  const label = document.createElement('div')
  label.textContent = text
  label.dir = 'auto'
  Object.assign(label.style, {
    height: `${LABEL_PX}px`,
    padding: '0 8px',
    font: `12px/${LABEL_PX}px var(--mantine-font-family)`,
    color: 'var(--mantine-color-text)',
    background: `color-mix(in srgb, var(--tone-${tone}) 16%, var(--surface))`,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    pointerEvents: 'none',
    userSelect: 'none',
  })
  return label
}
