import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { PendingLines } from '../../feedback/pending.tsx'
import { Breakable } from '../../text/breakable.tsx'
import { formatTotal, type Total } from '../../format/total.ts'
import { NarrowContext } from '../use-is-narrow.ts'
import { Splitter } from './splitter.tsx'
import { TabList } from './tab-list.tsx'
import { usePaneSize } from './pane-size.ts'
import { PageTitle } from '../page-title.tsx'
import styles from './workspace.module.css'

export type WorkspaceTab = {
  id: string
  label: string
  /** Shown beside the label, unless it is 0. */
  count?: Total | undefined
  content: ReactNode
  /** The panel arranges its own scrolling parts. */
  isFixed?: boolean
}
/** The stage keeps at least 45 % of the window. A wide window has room beside a picture of 16:9. */
const RAIL = {
  key: 'reelay.workspace.rail',
  initial: () => Math.max(420, Math.round(innerWidth * 0.215)),
  min: 320,
  max: () => innerWidth * 0.55,
}
type Props = {
  title: string
  /** The title is still loading; until then `title` is the kind of record. */
  isPending?: boolean
  breadcrumb?: ReactNode
  /** Beside the title, such as the status. */
  lead?: ReactNode
  actions?: ReactNode
  /** A line below the header, such as the steps or a notice. */
  banner?: ReactNode
  stage: ReactNode
  /** Empty while the record is loading. */
  tabs: readonly WorkspaceTab[]
  tab: string
  onTab: (id: string) => void
}

/**
 * A page as large as the window: the player on the stage, everything else in tabs beside it. On
 * phones the tabs are below the player.
 */
export function Workspace(props: Props) {
  const { breadcrumb, lead, actions, banner, stage } = props
  const rail = usePaneSize(RAIL)
  return (
    <div
      className={styles.workspace}
      data-workspace=""
      style={{ '--rail': `${rail.size}px` } as React.CSSProperties}
    >
      <PageTitle title={props.title} />
      <header className={styles.header}>
        <div className={styles.titles}>
          {breadcrumb && <div className={styles.breadcrumb}>{breadcrumb}</div>}
          <Title {...props} />
        </div>
        {lead && <div className={styles.lead}>{lead}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {banner}
      <div className={styles.body}>
        <div className={styles.stage} data-stage="">
          {stage}
        </div>
        <Splitter pane={rail} side="after" />
        <Rail {...props} />
      </div>
    </div>
  )
}

function Title({ title, isPending }: Pick<Props, 'title' | 'isPending'>) {
  const { t } = useTranslation()
  return (
    <h1 className={styles.title} tabIndex={-1} dir="auto">
      {isPending ? (
        <>
          <span className="visually-hidden">{t('loadingThis', { title })}</span>
          <span className={styles.placeholder} />
        </>
      ) : (
        <Breakable text={title} />
      )}
    </h1>
  )
}

/** A panel stays mounted once it was shown, so that half-written text is kept. */
function Rail({ tabs, tab, onTab }: Pick<Props, 'tabs' | 'tab' | 'onTab'>) {
  const { t } = useTranslation()
  const id = useId()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set([tab]))
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]))
  return (
    <section className={styles.rail} aria-label={t('workspace.rail')}>
      {tabs.length === 0 ? (
        <>
          <div className={styles.tabs} />
          <div className={styles.panel}>
            <PendingLines />
          </div>
        </>
      ) : (
        <TabList
          id={id}
          label={t('workspace.rail')}
          tabs={tabs.map(({ id: key, label, count }) => ({
            id: key,
            label,
            note: count === undefined || count === 0 ? undefined : formatTotal(count),
          }))}
          tab={tab}
          onTab={onTab}
        />
      )}
      {tabs
        .filter((one) => seen.has(one.id))
        .map((one) => (
          // A scrolling area needs the focus for the arrow keys.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div
            key={one.id}
            id={`${id}-${one.id}`}
            className={styles.panel}
            role="tabpanel"
            aria-labelledby={`${id}-tab-${one.id}`}
            tabIndex={one.isFixed ? undefined : 0}
            hidden={one.id !== tab}
            data-fixed={one.isFixed}
          >
            <NarrowContext value={true}>{one.content}</NarrowContext>
          </div>
        ))}
    </section>
  )
}
