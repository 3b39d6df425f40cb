import { useTranslation } from '../../i18n/i18n.ts'
import { useKeyHint } from '../../ui/shortcuts/assigned-keys.ts'
import type { CommentDraft } from './comment-draft.ts'
import { ArrowIcon, BoxIcon, PenIcon } from './draw-icons.tsx'
import { REVIEW_SHORTCUTS } from './shortcuts.ts'
import { COLOURS, DRAW_TOOLS, type Colour, type DrawTool } from './strokes.ts'
import styles from './panel.module.css'

type Props = {
  draft: CommentDraft
  setDraft: (change: (current: CommentDraft) => CommentDraft) => void
  selectTool: (tool: CommentDraft['tool']) => void
}
const ICONS = { pen: PenIcon, arrow: ArrowIcon, box: BoxIcon }

/** Drawing needs a pointer; the comment text says the same for everybody else. */
export function DrawTools({ draft, setDraft, selectTool }: Props) {
  const { t } = useTranslation(['review', 'common'])
  const undo = () => setDraft((current) => ({ ...current, drawing: current.drawing.slice(0, -1) }))
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('draw.title')}>
      {DRAW_TOOLS.map((tool) => (
        <ToolButton
          key={tool}
          tool={tool}
          isOn={draft.tool === tool}
          onSelect={() => selectTool(tool)}
        />
      ))}
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
            onClick={() => setDraft((current) => ({ ...current, colour }))}
          />
        ))}
      {draft.drawing.length > 0 && (
        <button type="button" className={styles.smallButton} onClick={undo}>
          {t('draw.undo')}
        </button>
      )}
    </div>
  )
}

type ToolProps = { tool: DrawTool; isOn: boolean; onSelect: () => void }

function ToolButton({ tool, isOn, onSelect }: ToolProps) {
  const { t } = useTranslation('review')
  const hint = useKeyHint(t(`draw.${tool}`), `review.${tool}`, REVIEW_SHORTCUTS[tool])
  const Icon = ICONS[tool]
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={t(`draw.${tool}`)}
      {...hint}
      aria-pressed={isOn}
      onClick={onSelect}
    >
      <Icon />
    </button>
  )
}
