import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import styles from './alone.module.css'

/** A part of the app that could not be fetched (no connection, or replaced by a newer version), or code of ours that threw. */
export function Unexpected({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div className={styles.alone}>
      <Page title="This page could not be shown">
        <p>Check your connection and try again. If a new version was installed in the meantime, load the app afresh. If neither helps, tell whoever runs this installation what stands here:</p>
        <pre className={styles.detail}>{error instanceof Error ? error.message : String(error)}</pre>
        <div className={styles.acts}>
          <Button onClick={() => void router.invalidate()}>Try again</Button>
          <Button variant="default" onClick={() => location.reload()}>Load the app afresh</Button>
        </div>
      </Page>
    </div>
  )
}
