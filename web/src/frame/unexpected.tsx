import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import styles from './alone.module.css'

/** A fault of ours: code that threw, or a part of the app that a newer version has replaced on the server. A fresh start mends both. */
export function Unexpected({ error }: ErrorComponentProps) {
  return (
    <div className={styles.alone}>
      <Page title="This page did not work">
        <p>Nothing you entered elsewhere is lost. Load the page again; if it fails once more, tell whoever runs this installation what stands here:</p>
        <pre className={styles.detail}>{error instanceof Error ? error.message : String(error)}</pre>
        <div><Button onClick={() => location.reload()}>Load again</Button></div>
      </Page>
    </div>
  )
}
