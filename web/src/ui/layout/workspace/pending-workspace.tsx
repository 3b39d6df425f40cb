import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { Workspace } from './workspace.tsx'
import styles from './workspace.module.css'

type Props = {
  title: string
  /** The title is the kind of record, because its name is not loaded yet. */
  isPending?: boolean
  breadcrumb: ReactNode
  /** The page has a banner below the header. */
  hasBanner?: boolean | undefined
}

/** A workspace until its record is loaded. Everything is where it will be, so that nothing moves. */
export function PendingWorkspace({ title, isPending = true, breadcrumb, hasBanner }: Props) {
  return (
    <Workspace
      title={title}
      isPending={isPending}
      breadcrumb={breadcrumb}
      banner={hasBanner && <div className={styles.pendingBanner} />}
      stage={<Skeleton className={styles.pendingStage} radius={0} />}
      tabs={[]}
      tab=""
      onTab={() => {}}
    />
  )
}
