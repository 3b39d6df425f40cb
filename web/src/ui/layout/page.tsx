import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Breakable } from '../text/breakable.tsx'
import styles from './page.module.css'

type Props = {
  title: string
  /**
   * What the heading will say is still on its way; until then `title` says what kind of thing it
   * is.
   */
  isPending?: boolean
  /** Where this page lies, above its heading. */
  breadcrumb?: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/**
 * One heading a page, from the first moment on: it takes the focus, so that a change of page is
 * read out (main.tsx).
 */
export function Page({ title, isPending = false, breadcrumb: trail, lead, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <title>{`${title} · Reelay`}</title>
      <div className={styles.head}>
        {trail && <div className={styles.trail}>{trail}</div>}
        <h1 className={styles.title} tabIndex={-1} dir="auto">
          {isPending ? (
            <>
              <span className="visually-hidden">{t('loadingThis', { title })}</span>
              <span className={styles.coming} />
            </>
          ) : (
            <Breakable text={title} />
          )}
        </h1>
        {lead && <div className={styles.lead}>{lead}</div>}
      </div>
      {children}
    </>
  )
}
