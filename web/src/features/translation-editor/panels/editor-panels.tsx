import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { TabList } from '../../../ui/layout/workspace/tab-list.tsx'
import { CheckResults } from '../checks/check-results.tsx'
import { countFindings } from '../checks/checks.ts'
import { LineCommentsPanel } from '../comments/line-comments-panel.tsx'
import { useEditor } from '../editor-context.ts'
import { useEditorPreview } from '../use-editor-clock.ts'
import { Suggestions } from '../suggestions/suggestions.tsx'
import { EDITOR_ID, EDITOR_TABS, type EditorTab } from './editor-tabs.ts'
import styles from './editor-panels.module.css'

type Props = {
  tab: EditorTab
  setTab: (tab: EditorTab) => void
  asset: string
  isNarrow: boolean
}

/** Below the picture: what helps with the selected line, and the state of all lines. */
export function EditorPanels({ tab: chosen, setTab, asset, isNarrow }: Props) {
  const { t } = useTranslation('translation-editor')
  const { findings, lineComments } = useEditor()
  const hasFilm = Boolean(useEditorPreview(asset))
  const tabs = EDITOR_TABS.slice(isNarrow ? 0 : 2).filter((name) => name !== 'waveform' || hasFilm)
  const tab = tabs.includes(chosen) ? chosen : tabs[0]!
  const { errors, warnings } = countFindings(findings)
  const notes: Partial<Record<EditorTab, number>> = {
    checks: errors + warnings,
    comments: lineComments.openCount,
  }
  const panelProps = (name: EditorTab) => ({
    id: `${EDITOR_ID}-${name}`,
    className: styles.panel,
    role: 'tabpanel',
    'aria-labelledby': `${EDITOR_ID}-tab-${name}`,
    hidden: tab !== name,
    // A scrolling area needs the focus for the arrow keys.
    tabIndex: 0,
  })
  return (
    <section className={styles.panels} aria-label={t('panels.title')}>
      <div className={styles.tabs}>
        <TabList
          id={EDITOR_ID}
          label={t('panels.title')}
          tabs={tabs.map((name) => ({
            id: name,
            label: t(`panels.${name}`),
            note: notes[name] ? formatNumber(notes[name]) : undefined,
          }))}
          tab={tab}
          onTab={(name) => setTab(name as EditorTab)}
        />
      </div>
      {/* Always mounted: their shortcuts work while another tab is open. */}
      <div {...panelProps('suggestions')}>
        <Suggestions asset={asset} />
      </div>
      <div {...panelProps('checks')}>
        {tab === 'checks' && (
          <CheckResults
            onSelect={() => {
              if (isNarrow) setTab('lines')
            }}
          />
        )}
      </div>
      {/* Mounted too, so that half-written text is kept. */}
      <div {...panelProps('comments')}>
        <LineCommentsPanel
          onSelect={() => {
            if (isNarrow) setTab('lines')
          }}
        />
      </div>
    </section>
  )
}
