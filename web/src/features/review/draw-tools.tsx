import { useTranslation } from '../../i18n/i18n.ts'
import type { Draft } from './comment-draft.ts'
import { ArrowMark, BoxMark, PenMark } from './draw-icons.tsx'
import { COLOURS, TOOLS, type Colour } from './strokes.ts'
import styles from './review.module.css'

type Parts = {
  draft: Draft
  setDraft: (change: (before: Draft) => Draft) => void
  onBegin: () => void
}
const MARKS = { pen: PenMark, arrow: ArrowMark, box: BoxMark }

/** Drawing is for the hand; who has no use of it says the same in words. */
export function DrawTools({ draft, setDraft, onBegin }: Parts) {
  const { t } = useTranslation(['review', 'common'])
  const undo = () => setDraft((before) => ({ ...before, drawing: before.drawing.slice(0, -1) }))
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('draw.title')}>
      {TOOLS.map((tool) => {
        const Mark = MARKS[tool]
        return (
          <button
            key={tool}
            type="button"
            className={styles.tool}
            aria-label={t(`draw.${tool}`)}
            title={t(`draw.${tool}`)}
            aria-pressed={draft.tool === tool}
            onClick={() => {
              onBegin()
              setDraft((before) => ({ ...before, tool: before.tool === tool ? null : tool }))
            }}
          >
            <Mark />
          </button>
        )
      })}
      {draft.tool &&
        (Object.keys(COLOURS) as Colour[]).map((colour) => (
          <button
            key={colour}
            type="button"
            className={styles.colour}
            style={{ '--colour': COLOURS[colour] } as React.CSSProperties}
            aria-label={t(`draw.${colour}`)}
            title={t(`draw.${colour}`)}
            aria-pressed={draft.colour === colour}
            onClick={() => setDraft((before) => ({ ...before, colour }))}
          />
        ))}
      {draft.drawing.length > 0 && (
        <button type="button" className={styles.small} onClick={undo}>
          {t('draw.undo')}
        </button>
      )}
    </div>
  )
}
