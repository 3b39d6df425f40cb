import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../text/breakable.tsx'
import { PageTitle } from './page-title.tsx'
import styles from './page.module.css'

type Props = {
  title: string
  /** The title is still loading; until then `title` is the kind of record. */
  isPending?: boolean
  breadcrumb?: ReactNode
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The h1 exists from the first render. It receives the focus after navigation (app/main.tsx). */
export function Page({ title, isPending = false, breadcrumb, lead, actions, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={title} />
      <div className={styles.head}>
        {breadcrumb && <div className={styles.breadcrumb}>{breadcrumb}</div>}
        <div className={styles.titleRow}>
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
          {actions}
        </div>
        {lead && <div className={styles.lead}>{lead}</div>}
      </div>
      {children}
    </>
  )
}
